// C17 6.5.6p8: the literal has four characters.
#include <stdio.h>
int main(void) {
    const char *s = "abc";
    putchar(s[4]); //~ UB out-of-bounds-access
    putchar('\n');
    return 0;
}
