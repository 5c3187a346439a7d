// C17 6.5.5p6: INT_MIN / -1 is not representable, so INT_MIN % -1 is undefined too.
#include <limits.h>
#include <stdio.h>
static int remainder_of(int a, int b) { return a % b; } //~ UB division-overflow
int main(void) {
    printf("%d\n", remainder_of(INT_MIN, -1));
    return 0;
}
