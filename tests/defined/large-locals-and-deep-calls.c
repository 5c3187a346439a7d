// expect: exit 0
// stdout: 12498140 500
// C17 5.2.4.1: ordinary sizes, nothing to see.
#include <stdio.h>
#include <string.h>
static int deep(int n) {
    char pad[64];
    memset(pad, n & 127, sizeof pad);
    return n ? pad[63] * 0 + deep(n - 1) + 1 : 0;
}
int main(void) {
    int big[5000];
    for (int i = 0; i < 5000; i++)
        big[i] = i ^ 0x55;
    long sum = 0;
    for (int i = 4999; i >= 0; i--)
        sum += big[i];
    printf("%ld %d\n", sum, deep(500));
    return 0;
}
