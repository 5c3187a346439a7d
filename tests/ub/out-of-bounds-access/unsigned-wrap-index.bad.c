// C17 6.5.6p8: the unsigned index wrapped around.
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    unsigned n = 0;
    return a[n - 1] == 9; //~ UB out-of-bounds-access
}
