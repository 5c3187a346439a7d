// expect: exit 0
// stdout: 4 7 1
// C17 6.2.1p7: a name's scope begins before its initialiser.
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *self; int v; };
int main(void) {
    int x = sizeof x;
    struct node n = { &n, 7 };
    void *p = &p;
    int *heap = malloc(sizeof *heap);
    free(heap);
    printf("%d %d %d\n", x, n.self->self->v, *(void **)p == p);
    return 0;
}
