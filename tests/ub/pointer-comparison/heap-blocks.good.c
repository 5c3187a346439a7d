// expect: exit 0
#include <stdlib.h>
static int before(const char *p, const char *q) { return p <= q; }
int main(void) {
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q)
        return 0;
    int r = before(p, p + 8);
    free(p);
    free(q);
    return r > 1;
}
