#include <stdio.h>

__attribute__((noinline, noclone, used)) int f(void)
{
    return -100;
}

int test(void)
{
    int x, y;
    int low = 9, high = 0;
    __asm__ volatile("idivl %2" : "+a"(low), "+d"(high) : "r"(3) : "cc");
    __asm__ volatile("subq $256, %%rsp\n\tcall f\n\tmovl %%eax, %%ecx\n\tcall f\n\tmovl %%eax, %%edx\n\taddq $256, %%rsp"
                     : "=c"(x), "=d"(y)
                     :
                     : "rax", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc", "memory");
    return x + y;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
