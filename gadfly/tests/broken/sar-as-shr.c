#include <stdio.h>

volatile int in = -100;

int test(void)
{
    return in >> 3;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
