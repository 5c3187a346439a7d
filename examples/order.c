/* Nothing here is undefined, but C does not say which call comes first: compilers print 12 or 21. */
#include <stdio.h>

static int last;

static int next(void)
{
    return ++last;
}

static int pair(int a, int b)
{
    return 10 * a + b;
}

int main(void)
{
    printf("%d\n", pair(next(), next()));
    return 0;
}
