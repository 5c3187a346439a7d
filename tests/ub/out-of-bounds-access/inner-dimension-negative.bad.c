// C17 6.5.6p8: a[1] has no element -1, although a[0] comes before.
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int j = -1;
    a[1][j] = 7; //~ UB out-of-bounds-access
    return a[0][2] != 7;
}
