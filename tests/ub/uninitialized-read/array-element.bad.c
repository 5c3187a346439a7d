// C17 6.7.9p10: one element was never written.
int main(void) {
    int a[4];
    for (int i = 0; i < 3; i++)
        a[i] = i;
    return a[3] != 3; //~ UB uninitialized-read
}
