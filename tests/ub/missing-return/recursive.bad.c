// C17 6.9.1p12: the recursive call's value is dropped, the outer call's is used.
static int gcd(int a, int b) {
    if (b == 0)
        return a;
    gcd(b, a % b);
}
int main(void) {
    return gcd(12, 8) != 4; //~ UB missing-return
}
