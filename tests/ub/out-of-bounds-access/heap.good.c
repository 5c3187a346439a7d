// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = malloc(10 * sizeof *p);
    if (!p)
        return 0;
    p[9] = 1;
    free(p);
    return 0;
}
