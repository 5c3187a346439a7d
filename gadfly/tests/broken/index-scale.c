#include <stdio.h>

short in[4] = {1, 2, 3, 4};
volatile long at = 2;

int test(void)
{
    return in[at];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
