// expect: exit 0
static int add(int a, int b) { return a + b; }
static int inc(int a) { return a + 1; }
int main(void) {
    int (*f)(int) = inc;
    return f(2) != 3;
}
