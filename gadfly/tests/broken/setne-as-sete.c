#include <stdio.h>

int test(void)
{
    int x = -100;
    __asm__ volatile("cmpl $5, %0\n\tsetne %b0\n\tmovzbl %b0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("cmpl $5, %0\n\tsetne %b0\n\tmovzbl %b0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("cmpl $5, %0\n\tsetne %b0\n\tmovzbl %b0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("cmpl $5, %0\n\tsetne %b0\n\tmovzbl %b0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
