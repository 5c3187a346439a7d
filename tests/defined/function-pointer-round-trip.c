// expect: exit 0
// stdout: 5 2.5
// stdout: 2 1
// C17 6.3.2.3p8: through another function type and back.
#include <stdio.h>
typedef void (*generic)(void);
static int add(int a, int b) { return a + b; }
static double half(double d) { return d / 2; }
int main(void) {
    generic table[2] = { (generic)add, (generic)half };
    int (*f)(int, int) = (int (*)(int, int))table[0];
    printf("%d %g\n", f(2, 3), ((double (*)(double))table[1])(5));
    printf("%d %d\n", (****f)(1, 1), f == add);
    return 0;
}
