// C17 6.5.2.2p9: the pointer's type takes one argument, the function two.
static int add(int a, int b) { return a + b; }
static int inc(int a) { return a + 1; }
int main(void) {
    int (*f)(int) = (int (*)(int))add;
    return f(2) != 3; //~ UB wrong-call
}
