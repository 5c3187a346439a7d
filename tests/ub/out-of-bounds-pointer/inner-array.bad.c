// C17 6.5.6p8: a[0] + 4 is beyond one past the end of the three elements of a[0].
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int n = 4;
    int *p = a[0] + n; //~ UB out-of-bounds-pointer
    return p == a[0];
}
