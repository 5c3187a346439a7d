// C17 6.5p6: memcpy carries the effective type of the declared source along.
#include <stdlib.h>
#include <string.h>
int main(void) {
    double d = 0.0;
    void *m = malloc(sizeof d);
    if (!m)
        return 0;
    memcpy(m, &d, sizeof d);
    long r = *(long *)m; //~ UB strict-aliasing
    free(m);
    return r != 0;
}
