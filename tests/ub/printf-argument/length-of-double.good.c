// expect: exit 0
// stdout: 1.000000
#include <stdio.h>
int main(void) {
    printf("%lf\n", 1.0);
    return 0;
}
