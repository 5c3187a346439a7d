#include <stdio.h>

unsigned long test(void)
{
    unsigned long low = 10, high = 0;
    __asm__ volatile("movabsq $-3689348814741910323, %%rdx\n\tmulq %%rdx\n\tshrq $3, %%rdx" : "+a"(low), "=d"(high) : : "cc");
    return high;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
