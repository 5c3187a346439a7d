// expect: exit 0
static int f(int *restrict p, const int *restrict q) {
    int r = *q;
    *p = 5;
    return r;
}
int main(void) {
    int x = 3, y = 3;
    return f(&x, &y) != 3;
}
