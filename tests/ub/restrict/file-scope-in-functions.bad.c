// C17 6.7.3.1p2: the block of such a pointer is the whole of main, whichever function accesses.
#include <stdlib.h>
double *restrict in, *restrict out;
static void scale(int n) {
    for (int i = 0; i < n; i++)
        out[i] = 2 * in[i]; //~ UB restrict
}
int main(void) {
    double *m = calloc(4, sizeof *m);
    if (!m)
        return 0;
    in = m;
    out = m + 1;
    scale(3);
    return 0;
}
