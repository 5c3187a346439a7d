// expect: exit 0
// stdout: b
#include <stdio.h>
static char *name(char *out) {
    char local[4] = "abc";
    for (int i = 0; i < 4; i++)
        out[i] = local[i];
    return out;
}
int main(void) {
    char buffer[4];
    char *s = name(buffer);
    putchar(s[1]);
    putchar('\n');
    return 0;
}
