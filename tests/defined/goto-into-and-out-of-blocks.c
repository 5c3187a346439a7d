// expect: exit 0
// stdout: 31
// C17 6.8.6.1p1: jumps into and out of blocks.
#include <stdio.h>
int main(void) {
    int n = 0;
    goto inside;
    {
        int x;
    inside:
        x = n + 1;
        n += x;
        if (n < 20)
            goto inside;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i * j == 2)
                goto done;
done:
    printf("%d\n", n);
    return 0;
}
