// expect: exit 0
// stdout: 2147483647 -1 -2147483648 -2147483648
// stdout: 2147395600 -2147483648 0
// stdout: 2147483647 2147483647
// stdout: 2147483647 -2147483648
// C17 6.5p5: results that just fit.
#include <limits.h>
#include <stdio.h>
int main(void) {
    int max = INT_MAX, min = INT_MIN;
    printf("%d %d %d %d\n", max - 1 + 1, min + max, -max - 1, ~max);
    printf("%d %d %d\n", 46340 * 46340, -65536 * 32768, min - min);
    printf("%d %d\n", -(min + 1), max + min * 0);
    max--, max++, min++, min--;
    printf("%d %d\n", max, min);
    return 0;
}
