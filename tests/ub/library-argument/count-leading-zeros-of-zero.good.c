// expect: exit 0
static int log2_of(unsigned x) {
    return 31 - __builtin_clz(x);
}
int main(void) {
    return log2_of(32) != 5;
}
