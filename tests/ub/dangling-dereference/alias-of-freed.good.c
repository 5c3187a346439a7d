// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = calloc(4, sizeof *p), *q = p;
    if (!p)
        return 0;
    int r = q[2];
    free(p);
    return r;
}
