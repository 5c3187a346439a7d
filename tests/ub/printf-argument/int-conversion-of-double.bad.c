// C17 7.21.6.1p9: %d takes an int, the argument is a double.
int printf(const char *, ...);
int main(void) {
    float f = 2.5f;
    printf("%d\n", f); //~ UB printf-argument
    return 0;
}
