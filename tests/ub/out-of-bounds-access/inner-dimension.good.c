// expect: exit 0
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int j = 3;
    return a[1][j - 3] - 4;
}
