#include <stdio.h>

long test(void)
{
    long x = -1;
    __asm__ volatile("addq $-1, %0\n\tadcq $0, %0" : "+r"(x) : : "cc");
    __asm__ volatile("addq $-1, %0\n\tadcq $0, %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
