// C17 6.5.6p8: the array has two rows.
int main(void) {
    short a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int sum = 0;
    for (int i = 0; i <= 2; i++)
        sum += a[i][0]; //~ UB out-of-bounds-access
    return sum != 5;
}
