#include <stdio.h>

volatile int in = 5;

int test(void)
{
    return __builtin_parity(in);
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
