/* at -Os */
#include <stdio.h>

long test(void)
{
    long x = 7;
    __asm__ volatile("leaq (%0,%0,2), %0" : "+r"(x) : : "cc");
    __asm__ volatile("leaq (%0,%0,2), %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
