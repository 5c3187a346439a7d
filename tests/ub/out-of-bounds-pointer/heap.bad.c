// C17 6.5.6p8: the pointer leaves the allocated object.
#include <stdlib.h>
int main(void) {
    char *p = malloc(16);
    if (!p)
        return 0;
    char *end = p + 17; //~ UB out-of-bounds-pointer
    int empty = end == p;
    free(p);
    return empty;
}
