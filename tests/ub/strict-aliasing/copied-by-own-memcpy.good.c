// expect: exit 0
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
    unsigned long d = ((unsigned long *)m)[1];
    free(m);
    return d == 1;
}
