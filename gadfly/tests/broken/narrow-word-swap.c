#include <stdio.h>

int test(void)
{
    int x = -100;
    int low = 9, high = 0;
    __asm__ volatile("idivl %2" : "+a"(low), "+d"(high) : "r"(3) : "cc");
    __asm__ volatile("rolw $8, %w0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
