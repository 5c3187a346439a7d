// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *p = malloc(1);
    if (!p)
        return 0;
    *p = 'x';
    free(p);
    return 0;
}
