#include <stdio.h>

int test(void)
{
    int x = 1, zero = 0;
    __asm__("cmpl $5, %0\n\tcmove %1, %0" : "+r"(x) : "r"(zero) : "cc");
    __asm__("cmpl $5, %0\n\tcmove %1, %0" : "+r"(x) : "r"(zero) : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
