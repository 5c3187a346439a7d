// expect: exit 0
struct wrap { int a[3]; };
static struct wrap make(void) {
    struct wrap w = { { 1, 2, 3 } };
    return w;
}
int main(void) {
    struct wrap w = make();
    int *p = w.a;
    return p[1] - 2;
}
