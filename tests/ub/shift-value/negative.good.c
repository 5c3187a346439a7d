// expect: exit 0
// stdout: 16
#include <stdio.h>
int main(void) {
    int x = 1;
    printf("%d\n", x << 4);
    return 0;
}
