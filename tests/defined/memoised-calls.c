// expect: exit 0
// stdout: 12586269025 103166195
// C17 6.5p3: a cache filled in any order gives the same values.
#include <stdio.h>
static long memo[60];
static long fib(int n) {
    if (n < 2)
        return n;
    if (!memo[n])
        memo[n] = fib(n - 1) + fib(n - 2);
    return memo[n];
}
int main(void) {
    printf("%ld %ld\n", fib(50), fib(30) + fib(40));
    return 0;
}
