// expect: exit 0
// stdout: 1 2
#include <stdio.h>
int main(void) {
    int a = 1, b = 2;
    printf("%d %d\n", a, b);
    return 0;
}
