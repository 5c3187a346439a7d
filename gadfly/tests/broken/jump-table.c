#include <stdio.h>

int test(void)
{
    static const int table[] = {10, 20, 30, 40};
    const int *base = table;
    long x = 1, y = 0;
    __asm__("movslq (%1,%2,4), %0\n\taddq $0, %0" : "=&r"(y) : "r"(base), "r"(x) : "cc", "memory");
    return y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
