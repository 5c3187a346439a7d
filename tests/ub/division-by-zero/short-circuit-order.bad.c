// C17 6.5.5p5: the test comes after the division.
int ratio_at_least(int a, int b, int r) {
    return a / b >= r && b != 0; //~ UB division-by-zero
}
int main(void) {
    return ratio_at_least(4, 0, 1);
}
