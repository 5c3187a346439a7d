// C17 6.5.16.1p3: the windows into the heap array overlap in all but one element.
#include <stdlib.h>
struct window { long v[3]; };
int main(void) {
    long *m = malloc(8 * sizeof *m);
    if (!m)
        return 0;
    for (int i = 0; i < 8; i++)
        m[i] = i;
    for (int i = 0; i < 2; i++)
        *(struct window *)(m + i) = *(struct window *)(m + i + 1); //~ UB overlapping-assignment
    long r = m[0];
    free(m);
    return r == 9;
}
