// C17 6.3.2.1p2: x++ reads the local.
int main(void) {
    int x;
    x++; //~ UB uninitialized-read
    return x;
}
