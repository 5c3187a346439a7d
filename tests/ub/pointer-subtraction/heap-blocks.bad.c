// C17 6.5.6p9: two allocations.
#include <stdlib.h>
int main(void) {
    long *p = malloc(16), *q = malloc(16);
    if (!p || !q)
        return 0;
    long d = q - p; //~ UB pointer-subtraction
    free(p);
    free(q);
    return d == 0;
}
