// expect: exit 0
// stdout: 12
// C17 6.2.4p6: each time round, the block's object is a new one that gets its value first.
#include <stdio.h>
int main(void) {
    int round = 0, sum = 0;
again:
    {
        int x = round * 2;
        int *p = &x;
        sum += *p;
        *p = 100;
    }
    if (++round < 4)
        goto again;
    printf("%d\n", sum);
    return 0;
}
