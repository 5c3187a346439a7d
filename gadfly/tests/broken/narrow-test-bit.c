#include <stdio.h>

volatile int count = 1;

int test(void)
{
    int x = 4;
    for (int i = 0; i < count; i++)
        __asm__ volatile("testb $4, %b0\n\tsetne %b0\n\tmovzbl %b0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
