// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    char *q = realloc(p, 8000);
    if (!q)
        return 0;
    free(q);
    return 0;
}
