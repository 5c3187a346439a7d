#include <stdio.h>

int test(void)
{
    long x = 7;
    __asm__ volatile("subq $256, %%rsp\n\tmovq %0, 24(%%rsp)\n\tmovq $1, 16(%%rsp)\n\tpushq 24(%%rsp)\n\tpopq %0\n\taddq $256, %%rsp"
                     : "+r"(x)
                     :
                     : "cc", "memory");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
