// expect: exit 0
// stdout: ok
#include <stdio.h>
int main(void) {
    char s[] = "ok";
    printf("%s\n", &s[0]);
    return 0;
}
