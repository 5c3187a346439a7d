#include <stdio.h>

int test(void)
{
    int x = -1;
    __asm__ volatile("cmpw $-1, %w0\n\tsete %b0\n\tmovzbl %b0, %k0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
