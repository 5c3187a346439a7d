#include <stdio.h>

volatile int in = 5;

int test(void)
{
    int x = in, y;
    __asm__("leal (%q1,%q1,2), %0" : "=r"(y) : "r"(x));
    return y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
