// expect: exit 0
int main(void) {
    long a[4] = { 1, 2, 3, 4 };
    long *p = a + 2;
    p -= 2;
    return p != a;
}
