// C17 6.5.6p8: an eight-byte access to a heap object of four bytes.
#include <stdlib.h>
int main(void) {
    void *m = malloc(4);
    if (!m)
        return 0;
    *(long *)m = 1; //~ UB out-of-bounds-access
    free(m);
    return 0;
}
