#include <stdio.h>

int other = 5;
volatile int count = 1;

int test(void)
{
    int x = 7, *from = &other;
    for (int i = 0; i < count; i++)
        __asm__ volatile("cmpl $7, %0\n\tcmovne (%1), %0" : "+r"(x) : "r"(from) : "cc", "memory");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
