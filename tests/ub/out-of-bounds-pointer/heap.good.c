// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *p = malloc(16);
    if (!p)
        return 0;
    char *end = p + 16;
    int empty = end == p;
    free(p);
    return empty;
}
