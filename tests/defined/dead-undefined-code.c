// expect: exit 0
// stdout: 0 0 4
// C17 4p3: what is never executed carries no constraint.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
static int bad(int *p) { return *p / 0 + INT_MAX + 1 + (1 << 40); }
static int guarded(int a, int b) {
    if (b == 0 || (a == INT_MIN && b == -1))
        return 0;
    return a / b;
}
int main(int argc, char **argv) {
    if (argc > 100)
        return bad(0);
    if (0)
        *(int *)0 = 1;
    printf("%d %d %d\n", guarded(INT_MIN, -1), guarded(7, 0), guarded(9, 2));
    exit(0);
    __builtin_unreachable();
}
