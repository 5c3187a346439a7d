// C17 6.5.6p8: a pointer to a row moves by whole rows.
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int (*row)[3] = a;
    row += 3; //~ UB out-of-bounds-pointer
    return row == a;
}
