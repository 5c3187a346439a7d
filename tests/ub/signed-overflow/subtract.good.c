// expect: exit 0
// stdout: -2147483647
#include <limits.h>
#include <stdio.h>
int main(void) {
    int x = INT_MIN;
    printf("%d\n", x - -1);
    return 0;
}
