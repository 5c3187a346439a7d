// expect: exit 0
int main(void) {
    double d = 18446744073709549568.0;
    unsigned long u = d;
    return u != 18446744073709549568ul;
}
