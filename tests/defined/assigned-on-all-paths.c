// expect: exit 0
// stdout: 22 -8 0 12
// C17 6.3.2.1p2: declared without a value, but every path gives one before the read.
#include <stdio.h>
static int f(int n) {
    int x, y, i;
    if (n > 0)
        x = 1;
    else if (n < 0)
        x = -1;
    else
        return 0;
    switch (n & 1) {
    case 0: y = 10; break;
    default: y = 20;
    }
    for (i = 0; i < 3; i++)
        if (i == 2)
            break;
    int z;
    do
        z = x * y;
    while (0);
    return z + i;
}
int main(void) {
    printf("%d %d %d %d\n", f(3), f(-4), f(0), f(2));
    return 0;
}
