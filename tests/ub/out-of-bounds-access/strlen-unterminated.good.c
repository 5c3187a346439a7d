// expect: exit 0
// stdout: 3
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[4] = "abc";
    printf("%d\n", (int)strlen(s));
    return 0;
}
