// expect: exit 0
static int negate(int x) { return -x; }
int main(void) {
    int (*f)(int) = (int (*)(int))negate;
    return f(1) != -1;
}
