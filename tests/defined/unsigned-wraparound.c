// expect: exit 0
// stdout: 0 4294967295 4294967294
// stdout: 18446744073709551615 18446744073709551615
// stdout: 2
// C17 6.2.5p9: unsigned arithmetic is modulo 2^n.
#include <limits.h>
#include <stdio.h>
int main(void) {
    unsigned u = UINT_MAX;
    unsigned long l = 0;
    u++;
    printf("%u %u %u\n", u, u - 1, UINT_MAX * 2u);
    l--;
    printf("%lu %lu\n", l, -(unsigned long)1);
    unsigned char c = 255;
    c += 3;
    printf("%d\n", c);
    return 0;
}
