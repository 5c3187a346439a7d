// C17 6.7.9p10: memcmp looks at bytes that have no value.
#include <string.h>
int main(void) {
    char a[4] = "abc", b[4];
    memcpy(b, a, 2);
    return memcmp(a, b, 4) > 1; //~ UB uninitialized-read
}
