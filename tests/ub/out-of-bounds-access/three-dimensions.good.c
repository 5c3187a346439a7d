// expect: exit 0
int main(void) {
    int a[2][3][4] = { 0 };
    int j = 3;
    a[0][j - 1][0] = 1;
    return a[0][2][0] != 1;
}
