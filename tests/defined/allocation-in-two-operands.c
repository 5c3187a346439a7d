// expect: exit 0
// stdout: 6
// C17 6.5p3: both calls allocate: which address comes first does not matter.
#include <stdio.h>
#include <stdlib.h>
struct e { int op; struct e *l, *r; };
static struct e *node(int op, struct e *l, struct e *r) {
    struct e *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    return *n = (struct e){ op, l, r }, n;
}
static int eval(const struct e *n) { return n->op == '+' ? eval(n->l) + eval(n->r) : n->op; }
static void drop(struct e *n) {
    if (n)
        drop(n->l), drop(n->r), free(n);
}
int main(void) {
    struct e *n = node('+', node(1, 0, 0), node('+', node(2, 0, 0), node(3, 0, 0)));
    printf("%d\n", eval(n));
    drop(n);
    return 0;
}
