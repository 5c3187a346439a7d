#include <stdio.h>

typedef long vector __attribute__((vector_size(16)));

volatile int count = 1;

long test(void)
{
    vector x = {0xffffffff}, y = {1};
    for (int i = 0; i < count; i++)
        __asm__ volatile("paddq %1, %0" : "+x"(x) : "x"(y));
    return x[0];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
