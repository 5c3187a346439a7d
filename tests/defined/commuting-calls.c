// expect: exit 0
// stdout: 6 55 180
// C17 6.5p3: both calls count up, and only the sum is used: any order gives the same.
#include <stdio.h>
static int calls;
static int tick(void) { return ++calls; }
static int fib(int n) {
    calls++;
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main(void) {
    int sum = tick() + tick() + tick();
    int f = fib(10);
    printf("%d %d %d\n", sum, f, calls);
    return 0;
}
