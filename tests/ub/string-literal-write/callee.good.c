// expect: exit 0
// stdout: ABC
int puts(const char *);
static void upper(char *s) {
    for (; *s; s++)
        *s -= 32;
}
int main(void) {
    char s[] = "abc";
    upper(s);
    puts(s);
    return 0;
}
