#include <stdio.h>

unsigned long test(void)
{
    unsigned long x = 5, high;
    __asm__("mulq %2" : "=&d"(high), "+a"(x) : "r"(7UL) : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
