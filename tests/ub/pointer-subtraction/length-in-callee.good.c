// expect: exit 0
static long length(const char *begin, const char *end) {
    return end - begin;
}
int main(void) {
    const char s[] = "hello", t[] = "world";
    return length(s, s + 5) + t[5] != 5;
}
