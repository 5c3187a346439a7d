// C17 7.24.1p1: more bytes are copied than the source has.
#include <string.h>
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, b[8] = { 0 };
    memcpy(b, a, sizeof b); //~ UB out-of-bounds-access
    return b[3] != 4;
}
