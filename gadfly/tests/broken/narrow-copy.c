#include <stdio.h>

long from[4] = {1, 2, 3, 4}, other[4], to[4];

long test(void)
{
    long *one = other, *two = to, *source = from, elements = 4;
    __asm__ volatile("rep movsq" : "+D"(one), "+S"(source), "+c"(elements) : : "memory");
    source = from, elements = 4;
    __asm__ volatile("rep movsq" : "+D"(two), "+S"(source), "+c"(elements) : : "memory");
    return to[3];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
