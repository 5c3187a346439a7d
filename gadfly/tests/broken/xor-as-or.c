#include <stdio.h>

int test(void)
{
    int x = 6;
    __asm__ volatile("xorl $3, %0" : "+r"(x) : : "cc");
    __asm__ volatile("xorl $1, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
