// C17 6.5.5p5: the right operand is zero.
int main(void) {
    int a = 10, b = 0;
    int c = a / b; //~ UB division-by-zero
    return c;
}
