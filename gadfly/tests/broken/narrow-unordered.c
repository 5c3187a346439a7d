#include <stdio.h>

int test(void)
{
    double x = 0.0 / 0.0;
    int y = 0;
    __asm__ volatile("ucomisd %1, %1\n\tjp .Ldone%=\n\tmovl $5, %0\n.Ldone%=:" : "+r"(y) : "x"(x) : "cc");
    return y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
