// C17 6.5p6: the effective type of the allocated object is that of the long array it was copied from.
#include <stdlib.h>
static void *copy(void *to, const void *from, size_t n) {
    char *d = to;
    const char *s = from;
    while (n--)
        *d++ = *s++;
    return to;
}
int main(void) {
    long from[2] = { 1, 2 };
    void *m = malloc(sizeof from);
    if (!m)
        return 0;
    copy(m, from, sizeof from);
    double d = ((double *)m)[1]; //~ UB strict-aliasing
    free(m);
    return d == 1;
}
