// expect: exit 0
// stdout: 3 3 30003 0.25
// C17 6.7.2.1p13: members of anonymous structures and unions.
#include <stdio.h>
struct value { int kind; union { int i; double d; struct { short lo, hi; }; }; };
int main(void) {
    struct value a = { 1, { .i = 0x00020003 } }, b = { .kind = 2, .d = 0.25 };
    struct value *p = &a;
    p->hi++;
    printf("%d %d %x %g\n", p->lo, a.hi, (unsigned)a.i, b.d);
    return 0;
}
