// expect: exit 0
// stdout: -2147483648 -1073741824 -2
// stdout: -3 -1 -3 1
// stdout: 2147483648 32768 1
// stdout: 0 0
// C17 6.5.5p6: truncation towards zero, INT_MIN by anything but -1.
#include <limits.h>
#include <stdio.h>
int main(void) {
    printf("%d %d %d\n", INT_MIN / 1, INT_MIN / 2, INT_MIN % 7);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%ld %d %u\n", INT_MIN / -1L, SHRT_MIN / -1, UINT_MAX / -1);
    int zero = 0;
    printf("%d %d\n", zero / -1, zero % INT_MIN);
    return 0;
}
