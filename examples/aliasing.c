/* The famous inverse square root looks at a float through a pointer to int. A union may do that; a pointer may not:
   the compiler assumes that the two cannot point to the same object. */
#include <stdio.h>

static int bits_by_union(float value)
{
    union {
        float value;
        int bits;
    } both = {value};
    return both.bits;
}

static int bits_by_pointer(float *value)
{
    return *(int *)value;
}

int main(void)
{
    float one = 1.0f;
    printf("%#x\n", (unsigned)bits_by_union(one));
    printf("%#x\n", (unsigned)bits_by_pointer(&one));
    return 0;
}
