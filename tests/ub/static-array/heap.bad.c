// C17 6.7.6.3p7: the block has room for seven elements, not eight.
#include <stdlib.h>
static void fill(int a[static 8]) { a[0] = 1; }
int main(void) {
    int *m = malloc(7 * sizeof *m);
    if (!m)
        return 0;
    fill(m); //~ UB static-array
    free(m);
    return 0;
}
