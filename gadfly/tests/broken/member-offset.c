#include <stdio.h>

int in[4] = {1, 2, 3, 4};

int test(void)
{
    int x, y;
    __asm__("movl 4+in(%%rip), %0" : "=r"(x) : : "memory");
    __asm__("movl 8+in(%%rip), %0" : "=r"(y) : : "memory");
    return x * 10 + y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
