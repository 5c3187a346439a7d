#include <stdio.h>

int test(void)
{
    int x = 7, y = 9;
    __asm__ volatile("cmpw %w0, %w1\n\tcmovg %1, %0" : "+r"(x) : "r"(y) : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
