// C17 7.22.3.5p2: the block was made smaller.
#include <stdlib.h>
int main(void) {
    int *p = calloc(8, sizeof *p);
    if (!p)
        return 0;
    p = realloc(p, 4 * sizeof *p);
    if (!p)
        return 0;
    int r = p[4]; //~ UB out-of-bounds-access
    free(p);
    return r;
}
