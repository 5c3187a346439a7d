// expect: exit 0
// stdout: hello
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[6];
    strcpy(s, "hello");
    puts(s);
    return 0;
}
