#include <stdio.h>

int test(void)
{
    int x = 255;
    __asm__ volatile("andl $63, %0" : "+r"(x) : : "cc");
    __asm__ volatile("andl $31, %0" : "+r"(x) : : "cc");
    __asm__ volatile("andl $15, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
