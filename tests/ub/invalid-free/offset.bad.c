// C17 7.22.3.3p2: the pointer no longer is what malloc returned.
#include <stdlib.h>
int main(void) {
    char *p = malloc(10), *start = p;
    if (!p)
        return 0;
    *p++ = 'a';
    free(p); //~ UB invalid-free
    return 0;
}
