// C17 7.24.2.4p2: the ten characters written overlap the source.
#include <string.h>
int main(void) {
    char s[16] = "abcdef";
    strncpy(s, s + 2, 10); //~ UB overlapping-copy
    return s[0] == 'a';
}
