// expect: exit 0
// stdout: fedcba98 -2 -128 127
// C17 6.5.7p4: packing and unpacking integers as bytes.
#include <stdint.h>
#include <stdio.h>
static void put32(unsigned char *p, uint32_t v) {
    for (int i = 0; i < 4; i++)
        p[i] = (unsigned char)(v >> 8 * i);
}
static uint32_t get32(const unsigned char *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}
static int32_t sign_extend(uint32_t v, int bits) {
    uint32_t m = 1u << (bits - 1);
    return (int32_t)((v ^ m) - m);
}
int main(void) {
    unsigned char b[9];
    put32(b + 1, 0xfedcba98u);
    put32(b + 5, (uint32_t)-2);
    printf("%x %d %d %d\n", (unsigned)get32(b + 1), (int)get32(b + 5), sign_extend(0x80, 8), sign_extend(0x7f, 8));
    return 0;
}
