#include <stdio.h>

int test(void)
{
    double x = 3;
    long double y;
    __asm__ volatile("fldl %1\n\tfchs\n\tfstpt %0" : "=m"(y) : "m"(x) : "st");
    return y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
