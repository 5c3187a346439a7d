// expect: exit 0
// stdout: 5
#include <stdio.h>
int main(void) {
    long n = 5;
    printf("%ld\n", n);
    return 0;
}
