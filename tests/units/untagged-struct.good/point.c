#include "point.h"
Point origin = {1, 2};
Point path[3] = {{7, 8}, {10, 11}, {19, 20}};
int sum(const Point *p) { return p->x + p->y; }
Point twice(Point p) {
    p.x *= 2;
    p.y *= 2;
    return p;
}
