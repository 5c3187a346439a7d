// expect: exit 0
// stdout: 2 0 3
// C17 6.8.6.1p1: jumps between states, locals at the top.
#include <stdio.h>
static int words(const char *s) {
    int n = 0;
outside:
    if (!*s)
        return n;
    if (*s++ == ' ')
        goto outside;
    n++;
inside:
    if (!*s)
        return n;
    if (*s++ != ' ')
        goto inside;
    goto outside;
}
int main(void) {
    printf("%d %d %d\n", words("  two words "), words(""), words("a b c"));
    return 0;
}
