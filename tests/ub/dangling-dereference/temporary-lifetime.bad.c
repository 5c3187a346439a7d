// C17 6.2.4p8: an object with temporary lifetime ends with its full expression.
struct wrap { int a[3]; };
static struct wrap make(void) {
    struct wrap w = { { 1, 2, 3 } };
    return w;
}
int main(void) {
    int *p = make().a;
    return p[1] - 2; //~ UB dangling-dereference
}
