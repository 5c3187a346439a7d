#include <stdio.h>

volatile int in = 5;

int test(void)
{
    int x = in;
    x <<= 3;
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
