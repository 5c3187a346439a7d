// expect: exit 0
// stdout: -1
#include <stdio.h>
static int sign(int n) {
    int r;
    if (n > 0)
        r = 1;
    else
        r = -1;
    return r;
}
int main(void) {
    printf("%d\n", sign(0));
    return 0;
}
