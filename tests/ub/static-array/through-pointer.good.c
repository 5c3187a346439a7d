// expect: exit 0
static int last(int a[static 3]) { return a[0]; }
int main(void) {
    int (*f)(int *) = last;
    int x[3] = { 0 };
    return f(x);
}
