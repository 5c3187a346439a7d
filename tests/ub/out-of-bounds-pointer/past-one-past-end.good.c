// expect: exit 0
int main(void) {
    int a[3] = { 1, 2, 3 };
    int n = 4;
    int *p = a + (n - 1);
    return p == a;
}
