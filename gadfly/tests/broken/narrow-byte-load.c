#include <stdio.h>

signed char array[4] = {1, 2, -3, 4};
volatile int count = 1;

int test(void)
{
    int x = 0;
    for (int i = 0; i < count; i++)
        __asm__ volatile("movsbl (%1,%2), %0" : "=r"(x) : "r"(array), "r"(2L) : "memory");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
