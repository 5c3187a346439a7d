// GNU `nonnull(2)`: compilers assume that the second argument is no null pointer, even if it is not dereferenced.
__attribute__((noinline, nonnull(2))) static int is_set(int *may_be_null, int *never_null) {
    return may_be_null != 0 && never_null != 0;
}
int main(void) {
    int x = 0, *none = 0;
    return is_set(&x, none); //~ UB nonnull
}
