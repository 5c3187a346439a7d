// expect: exit 0
// GNU `nonnull` without a list is about pointers only.
int count(int n, const int *from, const char *name) __attribute__((nonnull));
int count(int n, const int *from, const char *name) { return n + (from == 0) + (name == 0); }
int main(void) {
    int x = 0;
    return count(0, &x, "");
}
