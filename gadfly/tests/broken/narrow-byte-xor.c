#include <stdio.h>

int test(void)
{
    int x = 7;
    __asm__ volatile("testb $0, %%al" : : : "cc", "memory");
    __asm__ volatile("xorb $6, %b0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
