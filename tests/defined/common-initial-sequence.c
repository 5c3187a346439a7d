// expect: exit 0
// stdout: 103 208 abc 0.5
// C17 6.5.2.3p6: a union's structures share their common initial sequence.
#include <stdio.h>
struct header { int kind; short length; };
struct text { int kind; short length; char body[4]; };
struct number { int kind; short length; double value; };
union message { struct header header; struct text text; struct number number; };
static int kind(const union message *m) { return m->header.kind * 100 + m->header.length; }
int main(void) {
    union message a = { .text = { 1, 3, "abc" } }, b = { .number = { 2, 8, 0.5 } };
    printf("%d %d %s %g\n", kind(&a), kind(&b), a.text.body, b.number.value);
    return 0;
}
