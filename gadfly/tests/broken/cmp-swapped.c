#include <stdio.h>

int test(void)
{
    int x = 1, y = 2, z = 0;
    __asm__("cmpl %1, %0\n\tsetl %b2" : "+r"(x), "+r"(y), "+q"(z) : : "cc");
    __asm__("cmpl %1, %0\n\tsetl %b2" : "+r"(x), "+r"(y), "+q"(z) : : "cc");
    return z;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
