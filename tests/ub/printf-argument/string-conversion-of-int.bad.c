// C17 7.21.6.1p9: %s takes a pointer, the argument is an int.
int printf(const char *, ...);
int main(void) {
    int code = 104;
    printf("%s\n", code); //~ UB printf-argument
    return 0;
}
