// C17 6.4.5p7: the array of the literal is modified.
#include <stdio.h>
int main(void) {
    char *s = "hello";
    s[0] = 'j'; //~ UB string-literal-write
    puts(s);
    return 0;
}
