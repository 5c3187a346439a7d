// expect: exit 0
// stdout: 4
int printf(const char *, ...);
unsigned long length(const char *s) {
    unsigned long n = 0;
    while (s[n])
        n++;
    return n + 1;
}
int main(void) {
    printf("%lu\n", length("abc"));
    return 0;
}
