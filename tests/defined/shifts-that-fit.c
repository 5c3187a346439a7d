// expect: exit 0
// stdout: 1073741824 2139095040 2147483648 9223372036854775808
// stdout: 0 2147483646 4294967280
// stdout: 1073741824 0
// C17 6.5.7p4: the largest counts and values that are defined.
#include <stdio.h>
int main(void) {
    unsigned char c = 255;
    printf("%d %d %u %lu\n", 1 << 30, c << 23, 1u << 31, 1ul << 63);
    printf("%d %d %u\n", 0 << 31, 0x3fffffff << 1, 0xffffffffu << 4);
    long long n = 31;
    printf("%d %u\n", 1 << (n - 1), 5u >> n);
    return 0;
}
