// expect: exit 0
struct point { int x, y; };
int main(void) {
    struct point *p;
    p = &(struct point){ 3, 4 };
    {
        p->x++;
    }
    return p->y - 4;
}
