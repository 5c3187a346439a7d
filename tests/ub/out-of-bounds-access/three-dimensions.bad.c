// C17 6.5.6p8: the middle index is out of range.
int main(void) {
    int a[2][3][4] = { 0 };
    int j = 3;
    a[0][j][0] = 1; //~ UB out-of-bounds-access
    return a[1][0][0] != 1;
}
