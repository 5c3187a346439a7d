// expect: exit 0
// stdout: 123
#include <stdio.h>
int main(void) {
    char s[4];
    sprintf(s, "%d", 123);
    puts(s);
    return 0;
}
