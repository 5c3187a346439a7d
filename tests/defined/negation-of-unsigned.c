// expect: exit 0
// stdout: 4294967295 4294967294 2147483648 1
// stdout: -1 1
// stdout: 0
// C17 6.5.3.3p3: -u and ~u of unsigned operands.
#include <limits.h>
#include <stdio.h>
static unsigned magnitude(int x) { return x < 0 ? -(unsigned)x : (unsigned)x; }
int main(void) {
    unsigned u = 1;
    printf("%u %u %u %u\n", -u, ~u, magnitude(INT_MIN), u & -u);
    printf("%d %d\n", (int)-u, -1 < (int)sizeof(int));
    printf("%d\n", -1 < sizeof(int));
    return 0;
}
