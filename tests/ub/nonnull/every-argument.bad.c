// GNU `nonnull` without a list is about every pointer; an earlier declaration says so.
int count(int n, const int *from, const char *name) __attribute__((nonnull));
int count(int n, const int *from, const char *name) { return n + (from == 0) + (name == 0); }
int main(void) {
    int x = 0;
    return count(0, &x, 0); //~ UB nonnull
}
