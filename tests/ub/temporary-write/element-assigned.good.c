// expect: exit 0
struct box { int a[3]; };
static struct box make(void) {
    struct box b = { { 1, 2, 3 } };
    return b;
}
int main(void) {
    struct box b = make();
    b.a[0] = 5;
    return make().a[0] - 1;
}
