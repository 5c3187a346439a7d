#include <stdio.h>

int test(void)
{
    int x = -100;
    __asm__ volatile("btrl $4, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
