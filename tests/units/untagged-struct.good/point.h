typedef struct { int x, y; } Point;
extern Point origin;
extern Point path[3];
int sum(const Point *p);
Point twice(Point p);
