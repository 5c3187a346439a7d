#include <stdio.h>

volatile int count = 1;

long test(void)
{
    long double x = 3;
    unsigned long low = 100, high = 0;
    __asm__ volatile("fldt %0\n\tfstpt %0" : "+m"(x) : : "st");
    for (int i = 0; i < count; i++)
        __asm__ volatile("divq %2" : "+a"(low), "+d"(high) : "r"(7L) : "cc");
    return low;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
