#include <stdio.h>

typedef short vector __attribute__((vector_size(16)));

int test(void)
{
    vector x = {1, 2, 3, 40000}, y = {5, 6, 7, 8};
    __asm__("pmullw %1, %0" : "+x"(x) : "x"(y));
    return x[0] + x[1] * 100 + x[2] * 10000;
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
