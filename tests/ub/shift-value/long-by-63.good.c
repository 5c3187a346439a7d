// expect: exit 0
int main(void) {
    long x = 1L << 62;
    return x != 4611686018427387904L;
}
