// expect: exit 0
// stdout: 12
#include <stdio.h>
static void f(int rows, int columns) {
    int m[rows][columns];
    m[0][0] = 1;
    printf("%d\n", (int)sizeof m);
}
int main(void) {
    f(3, 1);
    return 0;
}
