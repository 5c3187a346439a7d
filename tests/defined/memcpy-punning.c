// expect: exit 0
// stdout: 80000000 513 1
// C17 6.5p6: memcpy into a declared object keeps that object's type.
#include <stdio.h>
#include <string.h>
static unsigned bits(float f) {
    unsigned u;
    memcpy(&u, &f, sizeof u);
    return u;
}
int main(void) {
    char wire[5] = { 'x', 1, 2, 0, 0 };
    int n;
    memcpy(&n, wire + 1, sizeof n);
    long long l = 0x3ff0000000000000;
    double d;
    memcpy(&d, &l, sizeof d);
    printf("%x %d %g\n", bits(-0.0f), n, d);
    return 0;
}
