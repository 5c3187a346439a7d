// expect: exit 0
// stdout: 1.5
#include <stdio.h>
int main(void) {
    int n = 3;
    printf("%.1f\n", n / 2.0);
    return 0;
}
