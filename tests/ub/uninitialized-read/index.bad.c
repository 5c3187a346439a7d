// C17 6.3.2.1p2: an index without a value.
int main(void) {
    int a[4] = { 0, 0, 0, 0 };
    unsigned i;
    return a[i % 4]; //~ UB uninitialized-read
}
