// expect: exit 0
// stdout: aabcdf
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[] = "abcdef";
    memmove(s + 1, s, 4);
    puts(s);
    return 0;
}
