// C17 6.5.6p8: p += n leaves the array.
static const char *skip(const char *p, int n) {
    p += n; //~ UB out-of-bounds-pointer
    return p;
}
int main(void) {
    const char *s = "hello";
    return skip(s, 7) == s;
}
