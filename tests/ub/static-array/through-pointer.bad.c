// C17 6.7.6.3p7: the call through a pointer has the same duty.
static int last(int a[static 3]) { return a[0]; }
int main(void) {
    int (*f)(int *) = last;
    int x = 0;
    return f(&x); //~ UB static-array
}
