// expect: exit 0
// stdout: 16
// C17 6.9.1p12: undefined only if the value is used.
#include <stdio.h>
static int n;
static int bump(int by) {
    if (by == 0)
        return 0;
    n += by;
}
old() { n *= 2; }
int main(void) {
    bump(3);
    (void)bump(4);
    bump(1), bump(0);
    old();
    printf("%d\n", n);
    return 0;
}
