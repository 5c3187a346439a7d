// expect: exit 0
// stdout: 1
// stdout: 1
// stdout: 2
// stdout: 2
// stdout: 4
// stdout: 5
// stdout: 4 6
// C17 6.5.2.2p10: an inner call is complete before the outer call that takes its value.
#include <stdio.h>
static int g;
static int show(int n) {
    printf("%d\n", n);
    return n + g++;
}
int main(void) {
    int r = show(show(show(1)));
    r += show(2) > 100 && show(3);
    show(4) ? show(5) : show(6);
    printf("%d %d\n", r, g);
    return 0;
}
