// expect: exit 0
// stdout: 8
#include <stdio.h>
static int twice(int x) {
    return x *= 2;
}
int main(void) {
    int r = twice(4);
    printf("%d\n", r);
    return 0;
}
