// C17 6.5.6p8: a[0] has only three elements, although a[1] follows.
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int j = 3;
    return a[0][j] - 4; //~ UB out-of-bounds-access
}
