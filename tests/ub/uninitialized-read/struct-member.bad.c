// C17 6.7.9p10: only the first member was assigned.
#include <stdio.h>
struct point { int x, y; };
int main(void) {
    struct point p;
    p.x = 1;
    printf("%d\n", p.x + p.y); //~ UB uninitialized-read
    return 0;
}
