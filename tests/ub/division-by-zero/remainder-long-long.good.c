// expect: exit 0
static long long power(long long b, int e, long long m) {
    long long r = 1;
    while (e--)
        r = r * b % m;
    return r;
}
int main(void) {
    return power(3, 4, 5) != 1;
}
