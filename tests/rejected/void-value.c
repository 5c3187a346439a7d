// C17 6.3.2.2p1: the value of a void expression is used.
static void f(void) {}
int main(void) {
    int x = f();
    return x;
}
