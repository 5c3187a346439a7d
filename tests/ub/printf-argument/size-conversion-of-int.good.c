// expect: exit 0
// stdout: 5
#include <stdio.h>
int main(void) {
    char s[5] = "abcd";
    printf("%zu\n", sizeof s);
    return 0;
}
