// expect: exit 0
#include <string.h>
int main(void) {
    char s[4] = "abc";
    memcpy((char *)s, "xyz", 4);
    return s[0] != 'x';
}
