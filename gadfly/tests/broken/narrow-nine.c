/* at -O1 */
#include <stdio.h>

int test(void)
{
    int x = 7;
    __asm__ volatile("leal (%q0,%q0,8), %0" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
