// expect: exit 0
int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = &a;
    b = p < q;
    return b > 1;
}
