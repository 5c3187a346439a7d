// C17 6.5.6p7: for these operators a scalar is an array of one.
int main(void) {
    int x = 5;
    int *p = &x;
    return p[1]; //~ UB out-of-bounds-access
}
