// expect: exit 0
// stdout: 2147483647 -2147483648 -2 -2147483648 1
// stdout: -2147483648 1073741823
// C17 6.5p5: overflow is tested for before it happens.
#include <limits.h>
#include <stdio.h>
static int add(int a, int b) {
    if (b > 0 ? a > INT_MAX - b : a < INT_MIN - b)
        return b > 0 ? INT_MAX : INT_MIN;
    return a + b;
}
static int wrapping(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
int main(void) {
    int r = 0;
    int overflowed = __builtin_add_overflow(INT_MAX, 1, &r);
    printf("%d %d %d %d %d\n", add(INT_MAX, 1), add(INT_MIN, -1), add(-5, 3), wrapping(INT_MAX, 1), overflowed);
    printf("%d %d\n", r, (int)((long long)INT_MAX * 2 / 4));
    return 0;
}
