// expect: exit 0
static int nothing(int x) { x++; }
static int something(int x) { return x + 1; }
int main(void) {
    int (*f)(int) = something;
    int r = f(1);
    return r - 2;
}
