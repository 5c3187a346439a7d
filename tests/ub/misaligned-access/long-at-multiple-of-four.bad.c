// C17 6.3.2.3p7: long needs an address that is a multiple of eight.
#include <stdlib.h>
int main(void) {
    int *m = malloc(8 * sizeof *m);
    if (!m)
        return 0;
    *(long *)(m + 1) = 7; //~ UB misaligned-access
    free(m);
    return 0;
}
