// expect: exit 0
#include <string.h>
int main(void) {
    char a[4] = "abc", b[4];
    memcpy(b, a, 4);
    return memcmp(a, b, 4) > 1;
}
