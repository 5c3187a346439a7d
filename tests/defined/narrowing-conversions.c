// expect: exit 0
// stdout: 44 4464 -294967296 4294967295 1450744508
// C17 6.3.1.3p3: an out-of-range conversion to a signed type is implementation-defined: modulo here.
#include <stdio.h>
int main(void) {
    int i = 300, n = -1;
    signed char c = i;
    short s = 70000;
    int big = 4000000000u;
    unsigned u = n;
    printf("%d %d %d %u %d\n", c, s, big, u, (int)0x123456789abcL);
    return 0;
}
