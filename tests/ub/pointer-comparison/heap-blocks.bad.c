// C17 6.5.8p5: two allocations.
#include <stdlib.h>
static int before(const char *p, const char *q) { return p <= q; } //~ UB pointer-comparison
int main(void) {
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q)
        return 0;
    int r = before(p, q);
    free(p);
    free(q);
    return r > 1;
}
