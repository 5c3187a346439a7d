// expect: exit 0
static int g, other;
static int f(int *restrict p) {
    *p = 1;
    g = 2;
    return *p;
}
int main(void) {
    return f(&other) != 1;
}
