// C17 6.5.6p8: space for ten was allocated, the eleventh is written.
#include <stdlib.h>
int main(void) {
    int *p = malloc(10 * sizeof *p);
    if (!p)
        return 0;
    p[10] = 1; //~ UB out-of-bounds-access
    free(p);
    return 0;
}
