#include <stdio.h>

volatile int count = 1;

__attribute__((noinline, noclone)) long f(int a, int b, long x)
{
    __asm__ volatile("");
    return a + b + (x >> 30);
}

volatile long in = 1L << 40;

long test(void)
{
    long x = 0;
    for (int i = 0; i < count; i++)
        x += f(i, i, in);
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
