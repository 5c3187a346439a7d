#include <stdio.h>

int test(void)
{
    int x = 12;
    __asm__ volatile("bsfl %0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("bsrl %0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
