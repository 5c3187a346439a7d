// C17 7.1.3p2: an external strlen of one's own: compilers may call or replace it at will.
int printf(const char *, ...);
unsigned long strlen(const char *s) {
    unsigned long n = 0;
    while (s[n])
        n++;
    return n + 1;
}
int main(void) {
    printf("%lu\n", strlen("abc")); //~ UB reserved-name
    return 0;
}
