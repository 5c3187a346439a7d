#include <stdio.h>

int test(void)
{
    int x = 2147483647, y;
    __asm__ volatile("movswl %w1, %0" : "=r"(y) : "r"(x));
    __asm__ volatile("cmpl $2147483647, %0\n\tsete %b0\n\tmovzbl %b0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
