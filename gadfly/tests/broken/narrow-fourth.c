#include <stdio.h>

int array[4];

int test(void)
{
    __asm__ volatile("movl $7, 12+array(%%rip)" : : : "memory");
    return array[3];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
