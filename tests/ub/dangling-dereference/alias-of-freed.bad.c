// C17 6.2.4p2: another pointer to the same object was freed.
#include <stdlib.h>
int main(void) {
    int *p = calloc(4, sizeof *p), *q = p;
    if (!p)
        return 0;
    free(p);
    int r = q[2]; //~ UB dangling-dereference
    return r;
}
