// C17 6.7.3p6: the whole structure is const.
struct point { int x, y; };
int main(void) {
    const struct point origin = { 0, 0 };
    struct point *p = (struct point *)&origin;
    p->x = 3; //~ UB const-write
    return origin.x != 3;
}
