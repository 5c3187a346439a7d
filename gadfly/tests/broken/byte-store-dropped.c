#include <stdio.h>

char out[4];
volatile int count = 4;

int test(void)
{
    for (int i = 0; i < count; i++) {
        char *to = &out[i];
        __asm__ volatile("movb %b1, (%0)" : : "r"(to), "q"(7) : "memory");
    }
    return out[2];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
