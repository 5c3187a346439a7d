#include <stdio.h>

volatile int count = 1;

int test(void)
{
    int x = -100;
    int low = 9, high = 0;
    __asm__ volatile("idivl %2" : "+a"(low), "+d"(high) : "r"(3) : "cc");
    for (int i = 0; i < count; i++)
        __asm__ volatile("sall $3, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
