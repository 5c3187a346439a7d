#include <stdio.h>

__attribute__((noinline, noclone)) long f(volatile long *sum, long x)
{
    return *sum += x;
}

volatile long sum, in = 1L << 40;

long test(void)
{
    f(&sum, in);
    return f(&sum, in) + 1;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
