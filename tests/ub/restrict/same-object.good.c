// expect: exit 0
static int f(int *restrict p, int *restrict q) {
    *p = 1;
    return *q;
}
int main(void) {
    int x = 0, y = 2;
    return f(&x, &y) != 2;
}
