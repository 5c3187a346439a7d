// C17 6.5p5: 13! does not fit in int.
int printf(const char *, ...);
int factorial(int n) {
    int result = 1;
    for (int i = 2; i <= n; i++)
        result *= i; //~ UB signed-overflow
    return result;
}
int main(void) {
    printf("%d\n", factorial(13));
    return 0;
}
