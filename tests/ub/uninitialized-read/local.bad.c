// C17 6.3.2.1p2: the local was never given a value.
int main(void) {
    int x;
    return x; //~ UB uninitialized-read
}
