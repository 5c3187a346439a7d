#include <stdio.h>

int test(void)
{
    int x = 7;
    __asm__ volatile("imull $9363, %0, %0\n\tshrl $16, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
