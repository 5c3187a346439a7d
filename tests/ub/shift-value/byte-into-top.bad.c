// C17 6.5.7p4: unsigned char is promoted to int, and 0x80 << 24 is 2^31.
#include <stdio.h>
int main(void) {
    unsigned char b[4] = { 1, 2, 3, 0x80 };
    unsigned x = b[0] | b[1] << 8 | b[2] << 16 | b[3] << 24; //~ UB shift-value
    printf("%08x\n", x);
    return 0;
}
