#include <stdio.h>

int test(void)
{
    int x = -128;
    __asm__ volatile("cmpb $-128, %b0\n\tsete %b0\n\tmovzbl %b0, %k0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
