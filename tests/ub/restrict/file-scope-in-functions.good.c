// expect: exit 0
#include <stdlib.h>
double *restrict in, *restrict out;
static void scale(int n) {
    for (int i = 0; i < n; i++)
        out[i] = 2 * in[i];
}
int main(void) {
    double *m = calloc(8, sizeof *m);
    if (!m)
        return 0;
    in = m;
    out = m + 4;
    scale(3);
    free(m);
    return 0;
}
