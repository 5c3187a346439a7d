// expect: exit 0
int main(void) {
    unsigned total = 0;
    for (int i = 8; i < 32; i *= 2) {
        unsigned x = 3;
        x <<= i;
        total ^= x;
    }
    return total != (0x300u ^ 0x30000u);
}
