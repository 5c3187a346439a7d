#include <stdio.h>

static long table[2] = {7, 8};

int test(void)
{
    int x = 7;
    long y;
    __asm__ volatile("movslq (%1), %0" : "=r"(y) : "r"(table) : "memory");
    __asm__ volatile("cmpl $7, %0\n\tja .Ldefault%=\n\tmovl $1, %0\n.Ldefault%=:" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
