// expect: exit 0
// stdout: 0
#include <limits.h>
#include <stdio.h>
static int remainder_of(int a, int b) { return a % b; }
int main(void) {
    printf("%d\n", remainder_of(INT_MIN, -2));
    return 0;
}
