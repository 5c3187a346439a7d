// expect: exit 0
// stdout: 5
#include <stdio.h>
int main(void) {
    int n = 5;
    printf("%ld\n", (long)n);
    return 0;
}
