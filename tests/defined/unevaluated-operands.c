// expect: exit 0
// stdout: 4 4 4 4 4 5 1 3
// C17 6.5.3.4p2: the operand of sizeof is not evaluated.
#include <stdio.h>
int main(void) {
    int i = 3, *p = 0, uninitialised;
    int a = sizeof i++, b = sizeof *p, c = sizeof uninitialised, d = sizeof(1 / 0), e = sizeof p[100];
    __typeof__(*p) x = 5;
    int g = _Generic(i++, int: 1, default: 2);
    printf("%d %d %d %d %d %d %d %d\n", a, b, c, d, e, x, g, i);
    return 0;
}
