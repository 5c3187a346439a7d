#include <stdio.h>

volatile int in = 5;

int test(void)
{
    return ~-in;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
