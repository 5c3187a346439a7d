// C17 6.5.6p7: for these operators a scalar is an array of one.
int main(void) {
    double x = 1.5;
    double *p = &x;
    double *q = p + 2; //~ UB out-of-bounds-pointer
    return q == p;
}
