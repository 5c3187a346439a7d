// C17 6.7.9p10: an element of the variable length array was never written.
static int f(int n) {
    int v[n];
    v[0] = 1;
    return v[n - 1]; //~ UB uninitialized-read
}
int main(void) {
    return f(3) != 1;
}
