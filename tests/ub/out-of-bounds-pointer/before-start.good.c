// expect: exit 0
int main(void) {
    int a[3] = { 1, 2, 3 };
    int *p = a + 1;
    return p[-1] != 1;
}
