// C17 6.9.1p12: the function is called through a pointer.
static int nothing(int x) { x++; }
static int something(int x) { return x + 1; }
int main(void) {
    int (*f)(int) = nothing;
    int r = f(1); //~ UB missing-return
    return r - 2;
}
