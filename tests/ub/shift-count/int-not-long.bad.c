// C17 6.5.7p3: the type of the result is that of the promoted left operand, not of the right one.
int main(void) {
    long n = 40;
    long r = 1 << n; //~ UB shift-count
    return r != 1099511627776L;
}
