// expect: exit 0
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int n = 4;
    int *p = a[0] + (n - 1);
    return p == a[0];
}
