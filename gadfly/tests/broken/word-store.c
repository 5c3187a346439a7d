#include <stdio.h>

short out;
volatile int in = 0x1234;

int test(void)
{
    short *to = &out;
    __asm__ volatile("movw %%ax, (%0)" : : "r"(to), "a"(in) : "memory");
    return *(volatile short *)to;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
