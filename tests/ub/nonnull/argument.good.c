// expect: exit 0
// GNU `nonnull(2)` says nothing about the first argument.
__attribute__((noinline, nonnull(2))) static int is_set(int *may_be_null, int *never_null) {
    return may_be_null != 0 && never_null != 0;
}
int main(void) {
    int x = 0, *none = 0;
    return is_set(none, &x);
}
