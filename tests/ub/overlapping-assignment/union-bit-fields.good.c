// expect: exit 0
union flags { struct { unsigned low : 4, high : 4; } bits; unsigned char all; };
int main(void) {
    union flags f = { .all = 0x21 };
    f.bits.high = f.bits.low;
    return f.bits.high != 1;
}
