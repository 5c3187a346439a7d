// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 8;
    int *q = realloc(p, 4000 * sizeof *q);
    if (!q)
        return 0;
    int r = q[0];
    free(q);
    return r - 8;
}
