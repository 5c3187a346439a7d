// C17 6.5.6p8: the callee trusts a wrong length.
static long total(const long *v, int n) {
    long sum = 0;
    while (n-- > 0)
        sum += v[n]; //~ UB out-of-bounds-access
    return sum;
}
int main(void) {
    long v[3] = { 10, 20, 30 };
    return total(v, sizeof v / sizeof(int)) != 60;
}
