// C17 6.7.3.1p11: a restrict parameter gets the value of another.
static void next(int *restrict a, int *restrict b) {
    a = b; //~ UB restrict
    *a = 1;
}
int main(void) {
    int x = 0, y = 0;
    next(&x, &y);
    return y - 1;
}
