#include <stdio.h>

volatile long double one = 1, three = 3;

int test(void)
{
    long double x = one, y = three;
    __asm__("fldt %1\n\tfldt %2\n\tfsubp %%st, %%st(1)\n\tfstpt %0" : "=m"(x) : "m"(one), "m"(three));
    return (int)(x + y);
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
