#include <stdio.h>

typedef short vector __attribute__((vector_size(16)));

int test(void)
{
    vector x = {5}, y = {3};
    __asm__ volatile("pmullw %1, %0\n\tpcmpgtw %1, %0" : "+x"(x) : "x"(y));
    return x[0];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
