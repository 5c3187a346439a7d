#include <stdio.h>

int test(void)
{
    int x = 5, y = 0;
    __asm__("subq $256, %%rsp\n\t"
            "movl %0, (%%rsp)\n\tmovl %0, (%%rsp)\n\tmovl %0, (%%rsp)\n\tmovl %1, (%%rsp)\n\t"
            "movl (%%rsp), %0\n\taddq $256, %%rsp"
            : "+r"(x)
            : "r"(y)
            : "cc", "memory");
    return x;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
