// C17 7.22.3.5p2: realloc ends the lifetime of the old object.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p)
        return 0;
    p[0] = 8;
    int *q = realloc(p, 4000 * sizeof *q);
    if (!q)
        return 0;
    int r = p[0]; //~ UB dangling-dereference
    free(q);
    return r - 8;
}
