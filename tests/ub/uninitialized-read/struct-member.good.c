// expect: exit 0
// stdout: 3
#include <stdio.h>
struct point { int x, y; };
int main(void) {
    struct point p;
    p.x = 1;
    p.y = 2;
    printf("%d\n", p.x + p.y);
    return 0;
}
