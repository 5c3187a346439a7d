// expect: exit 0
// stdout: 0 0 1 1
// stdout: 1 9.22337e+18 0
// C17 6.3.1.8p1: the usual arithmetic conversions decide.
#include <stdio.h>
int main(void) {
    int i = -1;
    unsigned u = 1;
    short s = -1;
    unsigned short us = 65535;
    long l = -1;
    printf("%d %d %d %d\n", i < u, s == us, l < u, (unsigned short)s == us);
    unsigned long long big = 1ull << 63;
    printf("%d %g %u\n", i < (long long)u, (double)big, u + i);
    return 0;
}
