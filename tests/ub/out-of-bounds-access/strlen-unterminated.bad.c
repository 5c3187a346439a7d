// C17 7.24.1p1: the array has no terminating null character.
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[3] = "abc";
    printf("%d\n", (int)strlen(s)); //~ UB out-of-bounds-access
    return 0;
}
