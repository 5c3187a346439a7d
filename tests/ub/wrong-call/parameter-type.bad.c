// C17 6.5.2.2p9: the pointer's type takes long, the function takes int.
static int negate(int x) { return -x; }
int main(void) {
    int (*f)(long) = (int (*)(long))negate;
    return f(1) != -1; //~ UB wrong-call
}
