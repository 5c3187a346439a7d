// expect: exit 0
// stdout: k
// stdout: k
#include <stdio.h>
#include <stdlib.h>
static void consume(char *s, int last) {
    putchar(s[0]);
    putchar('\n');
    if (last)
        free(s);
}
int main(void) {
    char *s = malloc(2);
    if (!s)
        return 0;
    s[0] = 'k';
    s[1] = 0;
    consume(s, 0);
    consume(s, 1);
    return 0;
}
