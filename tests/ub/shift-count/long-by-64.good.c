// expect: exit 0
// stdout: 1
#include <stdio.h>
static unsigned long mask(int bits) {
    return ~0ul >> (64 - bits);
}
int main(void) {
    printf("%lx\n", mask(1));
    return 0;
}
