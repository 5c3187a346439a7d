// C17 6.5.5p5: the right operand is zero.
#include <stdio.h>
static int mod(int a, int b) { return a % b; } //~ UB division-by-zero
int main(void) {
    printf("%d\n", mod(7, 0));
    return 0;
}
