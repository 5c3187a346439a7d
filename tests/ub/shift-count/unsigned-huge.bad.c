// C17 6.5.7p3: a small negative number became a huge unsigned count.
int main(void) {
    unsigned n = 3;
    int r = 1 << (n - 4); //~ UB shift-count
    return r != 2;
}
