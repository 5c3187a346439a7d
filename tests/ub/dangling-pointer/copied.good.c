// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *p = malloc(8), *q;
    if (!p)
        return 0;
    free(p);
    p = NULL;
    q = p;
    (void)q;
    return 0;
}
