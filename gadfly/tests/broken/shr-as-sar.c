#include <stdio.h>

volatile unsigned in = 0xf0000000;

unsigned test(void)
{
    return in >> 3;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
