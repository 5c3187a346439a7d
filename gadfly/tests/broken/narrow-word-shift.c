/* at -Os */
#include <stdio.h>

int test(void)
{
    int x = 12345;
    __asm__ volatile("shrw $5, %w0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
