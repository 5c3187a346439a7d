// C17 6.7.6.2p5: the size must be greater than zero.
static int f(int n) {
    int v[n]; //~ UB vla-size
    return sizeof v == n * sizeof(int);
}
int main(void) {
    return !f(0);
}
