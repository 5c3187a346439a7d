#include <stdio.h>

long test(void)
{
    long x = -100;
    __asm__ volatile("movslq %k0, %q0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
