// expect: exit 0
// stdout: hello
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[16] = "hello";
    strcpy(s + 6, s);
    puts(s);
    return 0;
}
