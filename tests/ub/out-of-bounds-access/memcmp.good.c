// expect: exit 0
#include <string.h>
int main(void) {
    char a[4] = "abc", b[8] = "abc";
    return memcmp(a, b, 4);
}
