#include <stdio.h>

int test(void)
{
    long x;
    __asm__ volatile("subq $256, %%rsp\n\tpushq $7\n\tpopq %0\n\taddq $256, %%rsp" : "=r"(x) : : "cc", "memory");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
