/* at -O3 */
#include <stdio.h>

int test(void)
{
    float x = 1;
    int y = 0;
    __asm__ volatile("ucomiss %1, %1\n\tsetnp %b0" : "+r"(y) : "x"(x) : "cc");
    return y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
