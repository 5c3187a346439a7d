// expect: exit 0
// stdout: z
#include <stdio.h>
int main(void) {
    const char *s = "abc";
    putchar(s[3] + 'z');
    putchar('\n');
    return 0;
}
