// C17 6.7.3.1p4: the object is read through q and then written through p.
static int f(int *restrict p, const int *restrict q) {
    int r = *q;
    *p = 5; //~ UB restrict
    return r;
}
int main(void) {
    int x = 3, y = 3;
    return f(&x, &x) != 3;
}
