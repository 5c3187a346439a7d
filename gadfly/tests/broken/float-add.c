#include <stdio.h>

volatile double in = 1.5;

int test(void)
{
    return (int)(in + in);
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
