#include <stdio.h>

unsigned test(void)
{
    unsigned low = 100, high = 0, remainder;
    __asm__ volatile("divl %3\n\tmovl %%edx, %2" : "+a"(low), "+d"(high), "=r"(remainder) : "r"(7) : "cc");
    return remainder;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
