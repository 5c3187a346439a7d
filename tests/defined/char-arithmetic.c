// expect: exit 0
// stdout: 254 16129 128 65025 510
// stdout: 0 -256
// C17 6.3.1.1p2: char operands are promoted to int.
#include <stdio.h>
int main(void) {
    signed char a = 127, b = 127;
    unsigned char u = 255, v = 255;
    int sum = a + b, product = a * b, neg = -(signed char)-128;
    printf("%d %d %d %d %d\n", sum, product, neg, u * v, u + v);
    printf("%d %d\n", (unsigned char)~u, ~u);
    return 0;
}
