// expect: exit 0
#include <string.h>
int main(void) {
    char s[16] = "abcdef";
    strncpy(s, s + 8, 3);
    return s[0] == 'a';
}
