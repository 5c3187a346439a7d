// C17 7.22.3.4p2: malloc gives memory with indeterminate value.
#include <stdlib.h>
int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (!p)
        return 0;
    int r = p[1] ? 2 : 0; //~ UB uninitialized-read
    free(p);
    return r;
}
