// expect: exit 0
// stdout: 1 2.5 three 1
// C17 6.3.2.3p1: void * holds pointers to anything and gives them back.
#include <stdio.h>
#include <stdlib.h>
struct vec { void **items; int n, cap; };
static void push(struct vec *v, void *p) {
    if (v->n == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 1;
        void **grown = realloc(v->items, v->cap * sizeof *grown);
        if (!grown)
            exit(1);
        v->items = grown;
    }
    v->items[v->n++] = p;
}
int main(void) {
    struct vec v = { 0 };
    int i = 1;
    double d = 2.5;
    push(&v, &i), push(&v, &d), push(&v, "three"), push(&v, &v);
    printf("%d %g %s %d\n", *(int *)v.items[0], *(double *)v.items[1], (char *)v.items[2], v.items[3] == &v);
    free(v.items);
    return 0;
}
