// expect: exit 0
int main(void) {
    double d = 1e10;
    long x = (long)d;
    return x != 10000000000;
}
