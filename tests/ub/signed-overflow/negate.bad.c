// C17 6.5p5: -INT_MIN is not representable in int.
#include <limits.h>
#include <stdio.h>
int negate(int x) { return -x; } //~ UB signed-overflow
int main(void) {
    printf("%d\n", negate(INT_MIN));
    return 0;
}
