// C17 6.5p5: the operands were cast to int before the addition.
#include <stdio.h>
int main(void) {
    unsigned a = 2147483647u, b = 1u;
    int r = (int)a + (int)b; //~ UB signed-overflow
    printf("%d\n", r);
    return 0;
}
