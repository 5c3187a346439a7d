// C17 6.5.2.2p9: a function of int * is called through a type that takes void *.
static int apply(int (*f)(void *), void *arg) {
    return f(arg); //~ UB wrong-call
}
static int read_int(int *p) { return *p; }
static int read_any(void *p) { return *(int *)p; }
int main(void) {
    int x = 6;
    return apply((int (*)(void *))read_int, &x) - read_int(&x);
}
