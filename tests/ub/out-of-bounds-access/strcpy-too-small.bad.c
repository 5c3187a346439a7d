// C17 7.24.2.3p2: six characters are copied into an array of five.
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[5];
    strcpy(s, "hello"); //~ UB out-of-bounds-access
    puts(s);
    return 0;
}
