// C17 7.24.2.3p2: the string is copied over its own tail.
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[16] = "hello";
    strcpy(s + 2, s); //~ UB overlapping-copy
    puts(s);
    return 0;
}
