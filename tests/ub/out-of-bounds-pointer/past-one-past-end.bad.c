// C17 6.5.6p8: a + 4 points beyond one past the end of three elements.
int main(void) {
    int a[3] = { 1, 2, 3 };
    int n = 4;
    int *p = a + n; //~ UB out-of-bounds-pointer
    return p == a;
}
