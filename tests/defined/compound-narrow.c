// expect: exit 0
// stdout: -56 -56 5536 64
// C17 6.5.16.2p3: the operation is done in int, then converted back.
#include <stdio.h>
int main(void) {
    signed char c = 100, d = 100;
    short s = -30000;
    unsigned char u = 200;
    c += 100;
    d <<= 1;
    s -= 30000;
    u *= u;
    u += 9;
    u <<= 6;
    printf("%d %d %d %d\n", c, d, s, u);
    return 0;
}
