// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *m = malloc(8 * sizeof *m);
    if (!m)
        return 0;
    *(long *)(m + 2) = 7;
    free(m);
    return 0;
}
