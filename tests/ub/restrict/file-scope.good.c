// expect: exit 0
static int *restrict a, *restrict b;
int main(void) {
    int x[2] = { 0, 0 };
    a = x;
    b = x + 1;
    a[0] = 1;
    return b[0];
}
