// expect: exit 0
#include <stdio.h>
int main(void) {
    char s[16] = "ab", t[16];
    sprintf(t, "%sc", s);
    return s[0] != 'a';
}
