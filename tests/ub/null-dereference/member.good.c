// expect: exit 0
struct point { int x, y; };
int main(void) {
    struct point origin = { 0, 0 };
    struct point *p = &origin;
    return p->y;
}
