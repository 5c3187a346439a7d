// expect: exit 0
// stdout: 1 1 1 0 1 1 1
// C17 6.3.1.2p1: everything but zero becomes 1.
#include <stdbool.h>
#include <stdio.h>
int main(void) {
    int x;
    bool a = 256, b = 0.5, c = &x, d = (unsigned char)256, e = -1;
    bool f = 1;
    f++;
    f += 5;
    bool g = 0;
    g--;
    printf("%d %d %d %d %d %d %d\n", a, b, c, d, e, f, g);
    return 0;
}
