// C17 6.3.1.4p1: 2147483648.0 is one more than INT_MAX.
static int to_int(double d) { return (int)d; } //~ UB float-to-int
int main(void) {
    return to_int(2147483648.0) == 0;
}
