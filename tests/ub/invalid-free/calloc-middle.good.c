// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *v = calloc(4, sizeof *v), *p;
    if (!v)
        return 0;
    for (p = v; p < v + 3; p++)
        *p = 1;
    free(p - 3);
    return 0;
}
