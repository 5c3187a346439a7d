// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 0;
    p = realloc(p, 4 * sizeof *p);
    if (!p)
        return 0;
    int r = p[1] + 1;
    free(p);
    return r != 1;
}
