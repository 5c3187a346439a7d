// expect: exit 0
// stdout: -1 2 3 10 ff FF c str %
// stdout: -5 -6 7 8 -9 -10 11 12
// stdout: 4 -3 -4 5
// stdout: [   42] [42   ] [00042] [+42] [ 42] [0xff] [010] [007]
// stdout: [   3.142] [2.50    ] [1.234568e+04] [0.0001] [1E+20] [2] [+1.0]
// stdout: [     right] [left      ] [cu] [     1] [2   ] [0.2]
// C17 7.21.6.1p8: every conversion with an argument of its type.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
int main(void) {
    printf("%d %i %u %o %x %X %c %s %%\n", -1, 2, 3u, 8u, 255u, 255u, 'c', "str");
    printf("%hd %hhd %hu %hhu %ld %lld %lu %llu\n", (short)-5, (signed char)-6, (unsigned short)7, (unsigned char)8, -9L,
           -10LL, 11UL, 12ULL);
    printf("%zu %td %jd %zd\n", sizeof(int), (ptrdiff_t)-3, (intmax_t)-4, (ptrdiff_t)5);
    printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%#x] [%#o] [%.3d]\n", 42, 42, 42, 42, 42, 255u, 8u, 7);
    printf("[%8.3f] [%-8.2f] [%e] [%g] [%G] [%.0f] [%+.1f]\n", 3.14159, 2.5, 12345.678, 0.0001, 1e20, 2.5, 1.0);
    printf("[%10s] [%-10s] [%.2s] [%*d] [%-*d] [%.*f]\n", "right", "left", "cut", 6, 1, 4, 2, 1, 0.25);
    return 0;
}
