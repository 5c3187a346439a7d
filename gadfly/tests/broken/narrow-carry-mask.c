#include <stdio.h>

int test(void)
{
    int x = 0;
    __asm__ volatile("cmpl $1, %0\n\tsbbl %0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("cmpl $1, %0\n\tsbbl %0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("cmpl $1, %0\n\tsbbl %0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
