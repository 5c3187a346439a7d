// expect: exit 0
static int apply(int (*f)(void *), void *arg) {
    return f(arg);
}
static int read_int(int *p) { return *p; }
static int read_any(void *p) { return *(int *)p; }
int main(void) {
    int x = 6;
    return apply(read_any, &x) - read_int(&x);
}
