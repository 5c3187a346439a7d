// expect: exit 0
// stdout: 1 -1 2 1 9 0
// stdout: 8
// C17 6.5.15p4: exactly one of the operands is evaluated.
#include <stdio.h>
static int grade(int n) { return n < 0 ? -1 : n < 50 ? 0 : n < 75 ? 1 : n <= 100 ? 2 : -1; }
int main(void) {
    int *null = 0, x = 1, y = 2, evaluated = 0;
    int r = null ? *null : x ? y : 1 / (x - 1);
    int s = x ?: (evaluated++, 7);
    *(x ? &x : &y) = 9;
    printf("%d %d %d %d %d %d\n", grade(60), grade(101), r, s, x, evaluated);
    printf("%d\n", (int)sizeof(1 ? 'a' : 1.0));
    return 0;
}
