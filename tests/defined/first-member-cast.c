// expect: exit 0
// stdout: 5 5
// C17 6.7.2.1p15: a pointer to a structure is a pointer to its first member.
#include <stdio.h>
struct base { int id; };
struct derived { struct base base; int extra; };
static int id(struct base *b) { return b->id; }
static int extra(struct base *b) { return ((struct derived *)b)->extra; }
int main(void) {
    struct derived d = { { 4 }, 5 };
    int *first = (int *)&d;
    ++*first;
    printf("%d %d\n", id((struct base *)&d), extra(&d.base));
    return 0;
}
