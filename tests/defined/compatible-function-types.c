// expect: exit 0
// stdout: 5 5 6
// C17 6.7.6.3p15: qualifiers of parameters, arrays and unprototyped types are compatible.
#include <stdio.h>
static int f(const int n, int v[3]) { return n + v[0]; }
static int g(int *p) { return p[1]; }
static int apply(int h(int, int *), int n, int *p) { return h(n, p); }
int main(void) {
    int (*pf)(int, int *) = f;
    int (*pg)() = g;
    int v[3] = { 4, 5, 6 };
    printf("%d %d %d\n", pf(1, v), pg(v), apply(&f, 2, v));
    return 0;
}
