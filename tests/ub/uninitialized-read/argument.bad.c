// C17 6.3.2.1p2: the value is passed to a function.
static int half(int x) { return x / 2; }
int main(void) {
    int x;
    return half(x); //~ UB uninitialized-read
}
