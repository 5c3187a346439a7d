/* at -O1 */
#include <stdio.h>

long test(void)
{
    long low = -100, high = 0;
    __asm__ volatile("cqto\n\tidivq %2" : "+a"(low), "=&d"(high) : "r"(1L << 40) : "cc");
    return high;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
