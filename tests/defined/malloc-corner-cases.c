// expect: exit 0
// stdout: 3 0
// C17 7.22.3p1: malloc(0), free(NULL), realloc(NULL, n), calloc.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    void *empty = malloc(0);
    free(empty);
    free(NULL);
    int *p = realloc(NULL, 2 * sizeof *p);
    if (!p)
        return 1;
    p[0] = 1;
    p[1] = 2;
    p = realloc(p, 100 * sizeof *p);
    if (!p)
        return 1;
    p[99] = 3;
    p = realloc(p, 2 * sizeof *p);
    if (!p)
        return 1;
    int *z = calloc(3, sizeof *z);
    printf("%d %d\n", p[0] + p[1], z ? z[2] : 0);
    free(z);
    free(p);
    return 0;
}
