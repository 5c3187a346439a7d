// GNU `returns_nonnull`: the function must not return a null pointer.
static int table[2];
__attribute__((returns_nonnull)) static int *find(int i) {
    return i < 2 ? &table[i] : 0; //~ UB nonnull
}
int main(void) { return find(2) != 0; }
