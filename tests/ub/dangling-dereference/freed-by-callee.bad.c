// C17 6.2.4p2: the callee freed what the caller goes on using.
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
    consume(s, 1);
    putchar(s[0]); //~ UB dangling-dereference
    return 0;
}
