// expect: exit 0
// stdout: 2
int printf(const char *, ...);
int main(void) {
    float f = 2.5f;
    printf("%d\n", (int)f);
    return 0;
}
