// expect: exit 0
// stdout: 5 16 16 4
// C17 6.7.2.1p18: the flexible member has as many elements as fit the allocation.
#include <stdio.h>
#include <stdlib.h>
struct vec { unsigned n; short data[]; };
int main(void) {
    unsigned n = 5;
    struct vec *v = malloc(sizeof *v + n * sizeof v->data[0]);
    if (!v)
        return 1;
    v->n = n;
    for (unsigned i = 0; i < n; i++)
        v->data[i] = (short)(i * i);
    struct vec head = *v;
    short *end = v->data + n;
    printf("%u %d %d %d\n", head.n, v->data[4], end[-1], (int)sizeof *v);
    free(v);
    return 0;
}
