#include <stdio.h>

volatile int count = 1;
static const unsigned mask[4] __attribute__((aligned(16))) = {0x80000000};

int test(void)
{
    float x = 3;
    for (int i = 0; i < count; i++)
        __asm__ volatile("xorps (%1), %0" : "+x"(x) : "r"(mask) : "memory");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
