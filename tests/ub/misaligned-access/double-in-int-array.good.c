// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *m = calloc(8, sizeof *m);
    if (!m)
        return 0;
    double d = *(double *)&m[4];
    free(m);
    return d != 0;
}
