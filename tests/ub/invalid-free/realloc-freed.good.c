// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    if (!p)
        return 0;
    int *q = realloc(p, 16);
    free(q);
    return 0;
}
