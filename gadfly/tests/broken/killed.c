#include <stdio.h>

int test(void)
{
    int x = -100;
    __asm__ volatile("sarb $1, %b0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
