// expect: exit 0
// stdout: 479001600
int printf(const char *, ...);
int factorial(int n) {
    int result = 1;
    for (int i = 2; i <= n; i++)
        result *= i;
    return result;
}
int main(void) {
    printf("%d\n", factorial(12));
    return 0;
}
