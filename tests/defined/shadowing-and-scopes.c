// expect: exit 0
// stdout: 1 114
// stdout: 1 115
// C17 6.2.1p4: inner declarations hide outer ones.
#include <stdio.h>
static int x = 1;
struct x { int x; };
int main(void) {
    int y = x;
    {
        int x = 10;
        y += x;
        for (int x = 0; x < 3; x++)
            y += x;
        {
            extern int printf(const char *, ...);
            struct x x = { 100 };
            y += x.x;
        }
    }
x:
    printf("%d %d\n", x, y);
    if (y++ < 115)
        goto x;
    return 0;
}
