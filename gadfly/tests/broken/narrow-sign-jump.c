#include <stdio.h>

volatile int count = 1;

int test(void)
{
    int x = -100;
    for (int i = 0; i < count; i++)
        __asm__ volatile("testl %0, %0\n\tjs .Ldone%=\n\tnegl %0\n\t.Ldone%=:" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
