// C17 7.21.6.6p2: the destination is also an argument.
#include <stdio.h>
int main(void) {
    char s[16] = "ab", t[16];
    sprintf(s, "%sc", s); //~ UB overlapping-copy
    return s[0] != 'a';
}
