// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *p = malloc(10), *start = p;
    if (!p)
        return 0;
    *p++ = 'a';
    free(start);
    return 0;
}
