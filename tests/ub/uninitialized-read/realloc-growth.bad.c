// C17 7.22.3.5p2: the bytes beyond the old size are indeterminate.
#include <stdlib.h>
int main(void) {
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 0;
    p = realloc(p, 4 * sizeof *p);
    if (!p)
        return 0;
    int r = p[2] + 1; //~ UB uninitialized-read
    free(p);
    return r != 1;
}
