#include <stdio.h>

typedef short vector __attribute__((vector_size(16)));

int test(void)
{
    vector x = {200, 2, 3}, y = {4};
    __asm__ volatile("packuswb %1, %0" : "+x"(x) : "x"(y));
    return (unsigned short)x[0];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
