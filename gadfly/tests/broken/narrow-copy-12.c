#include <stdio.h>

struct three {
    int a, b, c;
} from = {1, 2, 3}, to;

int test(void)
{
    __asm__ volatile("movq (%0), %%rax\n\tmovq %%rax, (%1)\n\tmovl 8(%0), %%eax\n\tmovl %%eax, 8(%1)"
                     :
                     : "r"(&from), "r"(&to)
                     : "rax", "memory");
    return to.c;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
