// C17 6.7.3.1p4: the global is written through p and directly.
static int g, other;
static int f(int *restrict p) {
    *p = 1;
    g = 2; //~ UB restrict
    return *p;
}
int main(void) {
    return f(&g) != 2;
}
