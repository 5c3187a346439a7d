// expect: exit 0
#include <stdlib.h>
static void fill(int a[static 8]) { a[0] = 1; }
int main(void) {
    int *m = malloc(8 * sizeof *m);
    if (!m)
        return 0;
    fill(m);
    free(m);
    return 0;
}
