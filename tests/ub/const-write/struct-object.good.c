// expect: exit 0
struct point { int x, y; };
int main(void) {
    struct point origin = { 0, 0 };
    struct point *p = (struct point *)&origin;
    p->x = 3;
    return origin.x != 3;
}
