// C17 6.2.7p1: the members have other names, so the types are not compatible (6.5p7).
typedef struct { int x, y; } Point;
int sum(void *p);
int main(void) {
    Point p = {1, 2};
    return sum(&p);
}
