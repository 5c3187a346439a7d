// expect: exit 0
// stdout: 0.5
int printf(const char *, ...);
int main(void) {
    double d;
    d = 0.5;
    printf("%g\n", d);
    return 0;
}
