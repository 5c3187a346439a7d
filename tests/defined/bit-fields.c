// expect: exit 0
// stdout: -8 0 1 -1 ffffffffff -1
// stdout: 10 2 1
// C17 6.7.2.1p10: fields of every signedness and width.
#include <stdio.h>
struct f { signed a : 4; unsigned b : 4; _Bool c : 1; int d : 31; unsigned long long e : 40; unsigned : 0; signed g : 1; };
int main(void) {
    struct f f = { 0 };
    f.a = 7;
    f.a++;
    f.b = 15;
    f.b++;
    f.c = 2;
    f.d = -1;
    f.e = ~0ull;
    f.g = 1;
    printf("%d %u %d %d %llx %d\n", f.a, f.b, f.c, f.d, (unsigned long long)f.e, f.g);
    f.b = 13;
    f.b <<= 1;
    f.e += 2;
    printf("%u %d %d\n", f.b, f.a + f.b, (int)f.e);
    return 0;
}
