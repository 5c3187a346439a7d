// expect: exit 0
// stdout: 16 3 16
// C17 6.5.2.2p10: the arguments are complete before the body begins.
#include <stdio.h>
static int g = 1;
static int f(int x) {
    g += x;
    return g;
}
int main(void) {
    int i = 1;
    g = f(g);
    i = f(i++);
    int r = f(f(f(1)));
    printf("%d %d %d\n", g, i, r);
    return 0;
}
