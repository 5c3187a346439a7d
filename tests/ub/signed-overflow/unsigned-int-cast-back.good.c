// expect: exit 0
// stdout: 2147483648
#include <stdio.h>
int main(void) {
    unsigned a = 2147483647u, b = 1u;
    unsigned r = a + b;
    printf("%u\n", r);
    return 0;
}
