#include <stdio.h>

long to[4] = {1, 2, 3, 4};

long test(void)
{
    long *at = to, elements = 4;
    __asm__ volatile("rep stosq" : "+D"(at), "+c"(elements) : "a"(0L) : "memory");
    return to[3];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
