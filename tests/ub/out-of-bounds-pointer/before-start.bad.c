// C17 6.5.6p8: a - 1 points before the array.
int main(void) {
    int a[3] = { 1, 2, 3 };
    int *p = a - 1; //~ UB out-of-bounds-pointer
    return p[1] != 1;
}
