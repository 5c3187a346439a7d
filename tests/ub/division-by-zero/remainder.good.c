// expect: exit 0
// stdout: 3
#include <stdio.h>
static int mod(int a, int b) { return a % b; }
int main(void) {
    printf("%d\n", mod(7, -4));
    return 0;
}
