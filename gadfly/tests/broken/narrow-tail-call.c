#include <stdio.h>

__attribute__((noinline, noclone, used)) long last(long x)
{
    return x >> 30;
}

__attribute__((naked, noinline, noclone)) long first(long x)
{
    __asm__ volatile("jmp last");
}

long test(void)
{
    return first(1L << 40);
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
