// C17 6.3.2.3p7: a double on the heap at a multiple of four.
#include <stdlib.h>
int main(void) {
    int *m = calloc(8, sizeof *m);
    if (!m)
        return 0;
    double d = *(double *)&m[3]; //~ UB misaligned-access
    free(m);
    return d != 0;
}
