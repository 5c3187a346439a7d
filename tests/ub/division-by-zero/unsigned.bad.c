// C17 6.5.5p5: the difference is zero.
int main(void) {
    unsigned long a = 5, b = 5;
    unsigned long q = 100 / (a - b); //~ UB division-by-zero
    return q != 10;
}
