// C17 6.3.2.3p7: the conversion itself is undefined, whether the pointer is used or not.
#include <stdlib.h>
int main(void) {
    char *m = malloc(16);
    if (!m)
        return 0;
    int *p = (int *)(m + 2); //~ UB misaligned-access
    int is_null = p == 0;
    free(m);
    return is_null;
}
