/* at -Os */
#include <stdio.h>

short pair[4] = {1, 2, 3, 4};

int test(void)
{
    __asm__ volatile("movw $7, pair(%%rip)\n\tmovw $5, 2+pair(%%rip)" : : : "memory");
    return pair[2];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
