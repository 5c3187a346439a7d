// expect: exit 0
static int fib(int n, int a, int b) {
    if (n == 0)
        return a;
    return fib(n - 1, b, a + b);
}
int main(void) {
    return fib(45, 0, 1) != 1134903170;
}
