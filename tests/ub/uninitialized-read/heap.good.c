// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 0;
    int r = p[1] ? 2 : 0;
    free(p);
    return r;
}
