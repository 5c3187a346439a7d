// expect: exit 0
// stdout: 500
int printf(const char *, ...);
int main(void) {
    int x = 1000;
    for (int i = 2; i > 0; i--)
        x /= i;
    printf("%d\n", x);
    return 0;
}
