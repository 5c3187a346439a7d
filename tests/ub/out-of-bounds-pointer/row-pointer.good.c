// expect: exit 0
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int (*row)[3] = a;
    row += 2;
    return row == a;
}
