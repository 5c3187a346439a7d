// C17 7.22.3p1: the pointer that malloc(0) returns shall not be used to access an object.
#include <stdlib.h>
int main(void) {
    char *p = malloc(0);
    if (!p)
        return 0;
    *p = 'x'; //~ UB out-of-bounds-access
    free(p);
    return 0;
}
