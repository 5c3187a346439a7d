// C17 6.3.2.1p2: the value is printed.
int printf(const char *, ...);
int main(void) {
    double d;
    printf("%g\n", d); //~ UB uninitialized-read
    return 0;
}
