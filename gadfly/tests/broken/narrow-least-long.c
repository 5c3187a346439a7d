#include <stdio.h>

long test(void)
{
    long x = -100;
    __asm__ volatile("movabsq $-9223372036854775808, %0\n\tshrb $1, %b0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
