// expect: exit 0
// stdout: 0
#include <stdio.h>
int main(void) {
    int zero = 0;
    printf("%d\n", zero);
    return 0;
}
