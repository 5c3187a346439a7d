#include <stdio.h>

long test(void)
{
    long x = 5;
    __asm__ volatile("movswq %w0, %q0" : "+r"(x) : : "cc");
    __asm__ volatile("movswq %w0, %q0" : "+r"(x) : : "cc");
    __asm__ volatile("movswq %w0, %q0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
