// expect: exit 0
#include <stdlib.h>
struct window { long v[3]; };
int main(void) {
    long *m = malloc(8 * sizeof *m);
    if (!m)
        return 0;
    for (int i = 0; i < 8; i++)
        m[i] = i;
    for (int i = 0; i < 2; i++)
        *(struct window *)(m + i) = *(struct window *)(m + i + 4);
    long r = m[0];
    free(m);
    return r == 9;
}
