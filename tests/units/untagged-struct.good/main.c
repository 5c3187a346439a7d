// expect: exit 0
// stdout: 3 30 6 14
// C17 6.2.7p1: both have no tag and the same members, so the two types are compatible.
#include "point.h"
#include <stdio.h>
int main(void) {
    Point p = twice((Point){1, 2});
    printf("%d %d %d", origin.x + origin.y, path[1].x + path[2].y, sum(&p));
    printf(" %d\n", sum(&p) + path[0].y);
    return 0;
}
