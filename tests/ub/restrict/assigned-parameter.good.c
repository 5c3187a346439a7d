// expect: exit 0
static void next(int *a, int *restrict b) {
    a = b;
    *a = 1;
}
int main(void) {
    int x = 0, y = 0;
    next(&x, &y);
    return y - 1;
}
