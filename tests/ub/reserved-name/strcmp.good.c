// expect: exit 0
int differ(const char *a, const char *b) { return *a != *b; }
int main(void) {
    char s[2] = "x";
    return differ("x", s);
}
