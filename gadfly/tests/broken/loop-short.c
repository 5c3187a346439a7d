#include <stdio.h>

int test(void)
{
    int x = 0;
    __asm__(".Lloop%=:\n\taddl $1, %0\n\tcmpl $20, %0\n\tjne .Lloop%=" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
