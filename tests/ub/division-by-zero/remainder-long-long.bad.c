// C17 6.5.5p5: the modulus is computed to zero.
static long long power(long long b, int e, long long m) {
    long long r = 1;
    while (e--)
        r = r * b % m; //~ UB division-by-zero
    return r;
}
int main(void) {
    return power(3, 4, 5 - 5) != 1;
}
