// expect: exit 0
int main(void) {
    unsigned long long x = 1ull << 40;
    return __builtin_ctzll(x) != 40;
}
