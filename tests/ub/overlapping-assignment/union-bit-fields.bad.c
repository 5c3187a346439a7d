// C17 6.5.16.1p3: the bit-field overlaps the char in part.
union flags { struct { unsigned low : 4, high : 4; } bits; unsigned char all; };
int main(void) {
    union flags f = { .all = 0x21 };
    f.bits.high = f.all; //~ UB overlapping-assignment
    return f.bits.high != 1;
}
