// expect: exit 0
// stdout: n 5
#include <stdio.h>
int main(void) {
    long long n = 5;
    printf("%s %lld\n", "n", n);
    return 0;
}
