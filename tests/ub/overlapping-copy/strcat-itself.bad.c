// C17 7.24.3.1p2: a string is appended to itself.
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[16] = "ab", t[] = "ab";
    strcat(s, s); //~ UB overlapping-copy
    puts(s);
    return 0;
}
