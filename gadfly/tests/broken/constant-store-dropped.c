#include <stdio.h>

volatile int out1, out2;

__attribute__((noinline, noclone)) void store(void)
{
    out1 = 7;
    out2 = 8;
}

int test(void)
{
    store();
    return out1 * 10 + out2;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
