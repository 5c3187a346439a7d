#include <stdio.h>

typedef short vector __attribute__((vector_size(16)));

int test(void)
{
    vector x = {-100}, y = {0};
    __asm__ volatile("psraw $2, %0" : "+x"(x) : "x"(y));
    return x[0];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
