// expect: exit 0
// stdout: -5 -64 -1 -1
// stdout: -9 1
// C17 6.5.7p5: implementation-defined: arithmetic here.
#include <limits.h>
#include <stdio.h>
int main(void) {
    int x = -17;
    signed char c = -128;
    printf("%d %d %d %ld\n", x >> 2, c >> 1, INT_MIN >> 31, LONG_MIN >> 63);
    x >>= 1;
    printf("%d %u\n", x, 0x80000000u >> 31);
    return 0;
}
