#include <stdio.h>

volatile int in = -100, by = 7;

int test(void)
{
    return in / by;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
