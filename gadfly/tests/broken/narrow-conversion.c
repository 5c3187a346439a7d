#include <stdio.h>

long test(void)
{
    long x = 1L << 40;
    double y;
    __asm__ volatile("cvtsi2sdq %1, %0" : "=x"(y) : "r"(x));
    return y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
