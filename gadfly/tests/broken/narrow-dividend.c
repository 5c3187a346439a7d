#include <stdio.h>

volatile int count = 1;

int test(void)
{
    int low = -100, high = 0;
    for (int i = 0; i < count; i++)
        __asm__ volatile("cltd" : "+a"(low), "=d"(high) : : "cc");
    return high;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
