// C17 6.4.5p7: the callee writes into the literal it was passed.
int puts(const char *);
static void upper(char *s) {
    for (; *s; s++)
        *s -= 32; //~ UB string-literal-write
}
int main(void) {
    upper("abc");
    return 0;
}
