/* at -O1 */
#include <stdio.h>

volatile int count = 1;

long test(void)
{
    long x = -100;
    for (int i = 0; i < count; i++)
        __asm__ volatile("movabsq $81985529216486, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
