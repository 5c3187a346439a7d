#include <stdio.h>

int test(void)
{
    int x = -100;
    __asm__ volatile("btrl $5, %0\n\tshrw $1, %w0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
