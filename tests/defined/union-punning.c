// expect: exit 0
// stdout: 3f800000 63 16256
// stdout: -1
// stdout: c000000000000000
// C17 6.5.2.3p3: reading another member reinterprets the representation (footnote 97).
#include <stdio.h>
union u { float f; unsigned bits; unsigned char bytes[4]; short half[2]; };
int main(void) {
    union u u;
    u.f = 1.0f;
    printf("%08x %d %d\n", u.bits, u.bytes[3], u.half[1]);
    u.bits ^= 0x80000000u;
    printf("%g\n", u.f);
    union { double d; unsigned long long l; } v = { .d = -2.0 };
    printf("%llx\n", v.l);
    return 0;
}
