// expect: exit 0
struct point { int x, y; };
int main(void) {
    volatile struct point v = { 1, 2 };
    volatile struct point *p = &v;
    struct point copy;
    copy = *p;
    return copy.x - 1;
}
