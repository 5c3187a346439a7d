// expect: exit 0
// stdout: 2147483647 -2147483648 0 4294967295
// stdout: 255 -128 -32768
// stdout: 1 1
// C17 6.3.1.4p1: the fraction is discarded before the range matters.
#include <stdio.h>
int main(void) {
    double d = 2147483647.9, e = -2147483648.9, f = -0.99, g = 4294967295.5;
    printf("%d %d %u %u\n", (int)d, (int)e, (unsigned)f, (unsigned)g);
    printf("%d %d %d\n", (unsigned char)255.9, (signed char)-128.5, (short)-32768.25);
    printf("%d %d\n", (_Bool)0.1, (_Bool)1e300);
    return 0;
}
