// expect: exit 0
// stdout: x 1.25 2 28
// stdout: 77
// C17 6.5p6: objects of several types carved out of one allocation.
#include <stdio.h>
#include <stdlib.h>
static char *arena;
static unsigned long used;
static void *take(unsigned long size, unsigned long align) {
    used = (used + align - 1) & ~(align - 1);
    void *p = arena + used;
    used += size;
    return p;
}
int main(void) {
    arena = malloc(64);
    if (!arena)
        return 1;
    char *c = take(1, 1);
    double *d = take(sizeof *d, _Alignof(double));
    int *i = take(3 * sizeof *i, _Alignof(int));
    *c = 'x';
    *d = 1.25;
    for (int k = 0; k < 3; k++)
        i[k] = k;
    printf("%c %g %d %lu\n", *c, *d, i[2], used);
    used = 0;
    long *l = take(sizeof *l, _Alignof(long));
    *l = 77;
    printf("%ld\n", *l);
    free(arena);
    return 0;
}
