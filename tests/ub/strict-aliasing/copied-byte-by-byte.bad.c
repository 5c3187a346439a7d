// C17 6.5p6: a copy as characters carries the effective type, here float.
#include <stdlib.h>
int main(void) {
    float f = 1;
    unsigned char *m = malloc(sizeof f);
    if (!m)
        return 0;
    for (unsigned i = 0; i < sizeof f; i++)
        m[i] = ((unsigned char *)&f)[i];
    int bits = *(int *)m; //~ UB strict-aliasing
    free(m);
    return bits == 0;
}
