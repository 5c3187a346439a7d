#include <stdio.h>

volatile unsigned in = 1000;

unsigned test(void)
{
    unsigned long x = in, high;
    __asm__("mulq %2\n\tshrq $3, %%rdx" : "=&d"(high), "+a"(x) : "r"(0xcccccccccccccccdUL) : "cc");
    return high;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
