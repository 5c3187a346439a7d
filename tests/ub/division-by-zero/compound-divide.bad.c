// C17 6.5.5p5: the divisor reaches zero.
int printf(const char *, ...);
int main(void) {
    int x = 1000;
    for (int i = 2; i >= 0; i--)
        x /= i; //~ UB division-by-zero
    printf("%d\n", x);
    return 0;
}
