// expect: exit 0
// stdout: jello
#include <stdio.h>
int main(void) {
    char s[] = "hello";
    s[0] = 'j';
    puts(s);
    return 0;
}
