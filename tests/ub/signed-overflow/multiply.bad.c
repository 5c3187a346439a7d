// C17 6.5p5: 65536 * 32768 is 2^31.
int printf(const char *, ...);
int square(int a, int b) {
    return a * b; //~ UB signed-overflow
}
int main(void) {
    printf("%d\n", square(65536, 32768));
    return 0;
}
