#include <stdio.h>

typedef short vector __attribute__((vector_size(16)));

int test(void)
{
    vector x = {5}, y = {3};
    __asm__ volatile("pextrw $0, %0, %%eax\n\tpextrw $0, %0, %%eax\n\tpextrw $0, %0, %%eax\n\tpextrw $0, %0, %%eax\n\tpextrw $0, %0, %%eax\n\tpextrw $0, %0, %%eax\n\tpextrw $0, %0, %%eax\n\tpextrw $0, %0, %%eax" : "+x"(x) : "x"(y) : "eax");
    return x[0];
}

int main(void)
{
    printf("%lld\n", (long long)test());
    return 0;
}
