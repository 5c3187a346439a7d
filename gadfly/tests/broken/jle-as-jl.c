#include <stdio.h>

int test(void)
{
    int x = 5;
    __asm__("cmpl $5, %0\n\tjle .Lless%=\n\tmovl $0, %0\n.Lless%=:" : "+r"(x) : : "cc");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
