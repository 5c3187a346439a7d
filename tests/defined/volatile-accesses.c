// expect: exit 0
// stdout: 6 0 0 1
// C17 6.7.3p7: volatile objects behave as others do.
#include <stdio.h>
static volatile int ticks;
int main(void) {
    volatile int v = 3;
    volatile unsigned char c = 255;
    int *volatile p = (int *)0;
    v++;
    v += 2;
    c++;
    ticks = v;
    while (ticks > 0)
        ticks--;
    printf("%d %d %d %d\n", v, c, ticks, p == 0);
    return 0;
}
