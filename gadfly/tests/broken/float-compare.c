#include <stdio.h>

int test(void)
{
    int less = 0;
    double x = 1, y = 2;
    __asm__("comisd %1, %0\n\tseta %b2" : "+x"(y), "+x"(x), "+q"(less) : : "cc");
    return less;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
