// expect: exit 0
// stdout: ff 255 7 1000 377
// C17 7.16.1.1p2: %x and %u of a non-negative int, %d of an unsigned that fits int.
#include <stdio.h>
int main(void) {
    int n = 255;
    unsigned u = 7;
    long l = 4096;
    printf("%x %u %d %lx %o\n", n, n, u, l, n);
    return 0;
}
