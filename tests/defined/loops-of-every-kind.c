// expect: exit 0
// stdout: -1 25 7 4294967295 104
// C17 6.8.5p4: break, continue, empty bodies, conditions with side effects.
#include <stdio.h>
int main(void) {
    int n = 10, odd = 0, steps = 0;
    while (n-- > 0) {
        if (n % 2 == 0)
            continue;
        odd += n;
    }
    do
        steps++;
    while (steps < 3);
    for (;;)
        if (++steps > 6)
            break;
    unsigned i;
    for (i = 5; i-- > 0;)
        ;
    const char *s = "length";
    while (*s++)
        ;
    printf("%d %d %d %u %d\n", n, odd, steps, i, s[-2]);
    return 0;
}
