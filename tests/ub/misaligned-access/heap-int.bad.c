// C17 6.3.2.3p7: the address is odd.
#include <stdlib.h>
int main(void) {
    char *m = malloc(16);
    if (!m)
        return 0;
    *(int *)(m + 1) = 5; //~ UB misaligned-access
    free(m);
    return 0;
}
