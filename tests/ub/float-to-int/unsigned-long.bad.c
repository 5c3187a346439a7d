// C17 6.3.1.4p1: 2^64 does not fit in unsigned long.
int main(void) {
    double d = 18446744073709551616.0;
    unsigned long u = d; //~ UB float-to-int
    return u != 18446744073709549568ul;
}
