#include <stdio.h>

int test(void)
{
    int x = -2147483647 - 1;
    __asm__ volatile("cmpw $1, %%ax" : : : "cc", "memory");
    __asm__ volatile("cmpl $-2147483648, %0\n\tsete %b0\n\tmovzbl %b0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
