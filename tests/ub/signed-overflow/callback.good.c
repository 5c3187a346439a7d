// expect: exit 0
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int fold(int (*op)(int, int), const int *v, int n) {
    int acc = 0;
    for (int i = 0; i < n; i++)
        acc = op(acc, v[i]);
    return acc;
}
int main(void) {
    int v[2] = { -2000000000, -2000000000 };
    int w[2] = { v[0], 2000000000 };
    return fold(add, w, 2) != 0;
}
