// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 5;
    int r = *p;
    free(p);
    return r - 5;
}
