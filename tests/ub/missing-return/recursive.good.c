// expect: exit 0
static int gcd(int a, int b) {
    if (b == 0)
        return a;
    return gcd(b, a % b);
}
int main(void) {
    return gcd(12, 8) != 4;
}
