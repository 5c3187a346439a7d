// expect: exit 0
// stdout: 2147418112
int printf(const char *, ...);
int square(int a, int b) {
    return a * b;
}
int main(void) {
    printf("%d\n", square(65536, 32767));
    return 0;
}
