#include <stdio.h>

typedef short vector __attribute__((vector_size(16)));

int test(void)
{
    vector x = {1, 2, 3, 4, 5, 6, 7, 8}, y = {0};
    __asm__ volatile("punpckhbw %1, %0" : "+x"(x) : "x"(y));
    return x[0];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
