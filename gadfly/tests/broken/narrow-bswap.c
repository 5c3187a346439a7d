#include <stdio.h>

volatile int count = 1;

int test(void)
{
    int x = -100;
    for (int i = 0; i < count; i++)
        __asm__ volatile("bswap %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
