// C17 6.5.6p8: p -= 3 moves before the array.
int main(void) {
    long a[4] = { 1, 2, 3, 4 };
    long *p = a + 2;
    p -= 3; //~ UB out-of-bounds-pointer
    return p != a;
}
