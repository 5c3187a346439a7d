#include <stdio.h>

int from[8] = {1, 2, 3, 4, 5, 6, 7, 8}, other[8], to[8];

int test(void)
{
    __asm__ volatile("cltd" : : : "rdx");
    __asm__ volatile("movups 16(%0), %%xmm1\n\tmovups %%xmm1, 16(%1)\n\tmovups 16(%0), %%xmm1\n\tmovups %%xmm1, 16(%2)"
                     :
                     : "r"(from), "r"(other), "r"(to)
                     : "xmm1", "memory");
    return to[5];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
