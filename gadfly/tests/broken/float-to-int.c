#include <stdio.h>

volatile double in = 1.75;

int test(void)
{
    return (int)in;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
