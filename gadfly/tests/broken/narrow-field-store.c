#include <stdio.h>

unsigned char field = 15;

int test(void)
{
    __asm__ volatile("andb $-16, (%0)" : : "r"(&field) : "cc", "memory");
    return field;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
