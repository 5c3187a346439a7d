// expect: exit 0
// stdout: 2147483647
#include <limits.h>
#include <stdio.h>
int negate(int x) { return -x; }
int main(void) {
    printf("%d\n", negate(INT_MIN + 1));
    return 0;
}
