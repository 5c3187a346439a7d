// expect: exit 1
static int table[2];
__attribute__((returns_nonnull)) static int *find(int i) {
    return i < 2 ? &table[i] : 0;
}
int main(void) { return find(1) != 0; }
