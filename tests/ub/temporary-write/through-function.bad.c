// C17 6.2.4p8: the callee modifies the caller's temporary.
struct box { int a[3]; };
static struct box make(int x) {
    struct box b = { { x, x, x } };
    return b;
}
static int bump(int *p) {
    return ++*p; //~ UB temporary-write
}
int main(void) { return bump(make(1).a) - 2; }
