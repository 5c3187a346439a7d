// C17 7.21.6.6p2: five characters are written into an array of four.
#include <stdio.h>
int main(void) {
    char s[4];
    sprintf(s, "%d", 1234); //~ UB out-of-bounds-access
    puts(s);
    return 0;
}
