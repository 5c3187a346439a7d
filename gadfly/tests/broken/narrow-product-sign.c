#include <stdio.h>

long test(void)
{
    long x = -100;
    __asm__ volatile("imull $3, %k0, %k0\n\tmovslq %k0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("imull $3, %k0, %k0\n\tmovslq %k0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
