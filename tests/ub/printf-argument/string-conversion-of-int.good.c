// expect: exit 0
// stdout: h
int printf(const char *, ...);
int main(void) {
    int code = 104;
    printf("%c\n", code);
    return 0;
}
