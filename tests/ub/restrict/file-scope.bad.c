// C17 6.7.3.1p4: two restrict pointers of file scope lead to one object, which is modified.
static int *restrict a, *restrict b;
int main(void) {
    int x[2] = { 0, 0 };
    a = x;
    b = x;
    a[0] = 1;
    return b[0] - 1; //~ UB restrict
}
