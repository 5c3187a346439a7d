// C17 6.7.6.2p5: the inner size is zero.
#include <stdio.h>
static void f(int rows, int columns) {
    int m[rows][columns]; //~ UB vla-size
    m[0][0] = 1;
    printf("%d\n", (int)sizeof m);
}
int main(void) {
    f(3, 0);
    return 0;
}
