// C17 6.5p5: the 47th Fibonacci number does not fit in int.
static int fib(int n, int a, int b) {
    if (n == 0)
        return a;
    return fib(n - 1, b, a + b); //~ UB signed-overflow
}
int main(void) {
    return fib(46, 0, 1) == 0;
}
