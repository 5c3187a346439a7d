// expect: exit 0
#include <string.h>
int main(void) {
    char s[8] = "hello";
    strcat(s, "me");
    return s[0] != 'h';
}
