// expect: exit 0
struct box { int a[3]; };
static struct box make(int x) {
    struct box b = { { x, x, x } };
    return b;
}
static int next(const int *p) {
    return *p + 1;
}
int main(void) { return next(make(1).a) - 2; }
