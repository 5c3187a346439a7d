// expect: exit 0
// stdout: 5 18 6 18
// C17 6.8.4.2p4: a declaration that is jumped over but assigned before it is read.
#include <stdio.h>
static int f(int n) {
    switch (n) {
        int t;
    case 0:
        t = 5;
        return t;
    case 1: {
        int u = 7;
        n += u;
    }
    case 2:
        n++;
    default:
        t = n;
        n = t * 2;
    }
    return n;
}
int main(void) {
    printf("%d %d %d %d\n", f(0), f(1), f(2), f(9));
    return 0;
}
