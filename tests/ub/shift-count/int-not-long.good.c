// expect: exit 0
int main(void) {
    long n = 40;
    long r = 1L << n;
    return r != 1099511627776L;
}
