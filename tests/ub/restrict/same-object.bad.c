// C17 6.7.3.1p4: the object is written through p and read through q.
static int f(int *restrict p, int *restrict q) {
    *p = 1;
    return *q; //~ UB restrict
}
int main(void) {
    int x = 0, y = 2;
    return f(&x, &x) == y;
}
