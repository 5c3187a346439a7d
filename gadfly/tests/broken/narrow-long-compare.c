#include <stdio.h>

long test(void)
{
    long x = 1L << 40;
    __asm__ volatile("cmpq $200, %0\n\tseta %b0\n\tmovzbl %b0, %k0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
