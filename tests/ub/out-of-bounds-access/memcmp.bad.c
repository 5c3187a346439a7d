// C17 7.24.1p1: memcmp is told to compare more than there is.
#include <string.h>
int main(void) {
    char a[4] = "abc", b[8] = "abc";
    return memcmp(a, b, 8); //~ UB out-of-bounds-access
}
