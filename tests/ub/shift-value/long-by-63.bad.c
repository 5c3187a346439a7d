// C17 6.5.7p4: 2^63 is not representable in long.
int main(void) {
    long x = 1L << 63; //~ UB shift-value
    return x == 0;
}
