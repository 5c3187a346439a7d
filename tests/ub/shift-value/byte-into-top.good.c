// expect: exit 0
// stdout: 80030201
#include <stdio.h>
int main(void) {
    unsigned char b[4] = { 1, 2, 3, 0x80 };
    unsigned x = b[0] | b[1] << 8 | b[2] << 16 | (unsigned)b[3] << 24;
    printf("%08x\n", x);
    return 0;
}
