// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = calloc(8, sizeof *p);
    if (!p)
        return 0;
    p = realloc(p, 4 * sizeof *p);
    if (!p)
        return 0;
    int r = p[3];
    free(p);
    return r;
}
