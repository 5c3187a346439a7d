// expect: exit 0
// stdout: 80000001
#include <stdio.h>
static unsigned rotl(unsigned x, unsigned n) {
    return x << n | x >> (-n & 31);
}
int main(void) {
    printf("%x\n", rotl(0x80000001u, 0));
    return 0;
}
