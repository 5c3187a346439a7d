// expect: exit 0
#include <stdlib.h>
static short load(const void *p, int offset) {
    return *(const short *)((const char *)p + offset);
}
int main(void) {
    void *m = calloc(8, 1);
    if (!m)
        return 0;
    short s = load(m, 2);
    free(m);
    return s;
}
