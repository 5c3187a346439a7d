// C17 6.7.6.2p5: the size must be greater than zero.
static int f(int n) {
    char v[n - 5]; //~ UB vla-size
    v[0] = 3;
    return v[0];
}
int main(void) {
    return f(4) == 3;
}
