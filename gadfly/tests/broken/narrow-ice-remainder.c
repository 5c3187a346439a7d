#include <stdio.h>

int test(void)
{
    int x = -100, y = 13;
    x >>= y % 5;
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
