// C17 6.3.2.3p7: the pointer is odd, a short needs an even address.
#include <stdlib.h>
static short load(const void *p, int offset) {
    return *(const short *)((const char *)p + offset); //~ UB misaligned-access
}
int main(void) {
    void *m = calloc(8, 1);
    if (!m)
        return 0;
    short s = load(m, 3);
    free(m);
    return s;
}
