// expect: exit 0
#include <stdlib.h>
int main(void) {
    long *p = malloc(16), *q = malloc(16);
    if (!p || !q)
        return 0;
    long d = (q + 2) - q;
    free(p);
    free(q);
    return d == 0;
}
