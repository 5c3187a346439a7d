// expect: exit 0
static long total(const long *v, int n) {
    long sum = 0;
    while (n-- > 0)
        sum += v[n];
    return sum;
}
int main(void) {
    long v[3] = { 10, 20, 30 };
    return total(v, sizeof v / sizeof(long)) != 60;
}
