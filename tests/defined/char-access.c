// expect: exit 0
// stdout: 4 1 63
// stdout: 1020309 1
// C17 6.5p7: a character lvalue may access any object.
#include <stdio.h>
struct s { int i; double d; short h; };
int main(void) {
    struct s s = { 0x01020304, 1.0, 5 };
    unsigned char *p = (unsigned char *)&s;
    char *q = (char *)&s.d;
    printf("%d %d %d\n", p[0], p[3], q[7]);
    p[0] = 9;
    float f = 2.0f;
    ((signed char *)&f)[3] = 0;
    printf("%x %d\n", (unsigned)s.i, f < 1.0f);
    return 0;
}
