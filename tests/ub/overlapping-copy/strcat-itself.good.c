// expect: exit 0
// stdout: abab
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[16] = "ab", t[] = "ab";
    strcat(s, t);
    puts(s);
    return 0;
}
