// expect: exit 0
#include <stdlib.h>
#include <string.h>
int main(void) {
    double d = 0.0;
    void *m = malloc(sizeof d);
    if (!m)
        return 0;
    memcpy(m, &d, sizeof d);
    double r = *(double *)m;
    free(m);
    return r != 0;
}
