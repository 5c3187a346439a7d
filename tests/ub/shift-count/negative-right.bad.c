// C17 6.5.7p3: the count is negative.
int main(void) {
    int a[2] = { 64, 3 };
    int r = a[0] >> (a[1] - 4); //~ UB shift-count
    return r != 64;
}
