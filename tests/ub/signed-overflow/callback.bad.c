// C17 6.5p5: the addition is reached through a function pointer.
static int add(int a, int b) { return a + b; } //~ UB signed-overflow
static int sub(int a, int b) { return a - b; }
static int fold(int (*op)(int, int), const int *v, int n) {
    int acc = 0;
    for (int i = 0; i < n; i++)
        acc = op(acc, v[i]);
    return acc;
}
int main(void) {
    int v[2] = { -2000000000, -2000000000 };
    return fold(add, v, 2) != 0;
}
