// expect: exit 0
static const char *skip(const char *p, int n) {
    p += n;
    return p;
}
int main(void) {
    const char *s = "hello";
    return skip(s, 6) == s;
}
