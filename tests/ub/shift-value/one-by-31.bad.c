// C17 6.5.7p4: 2^31 is not representable in int.
int main(void) {
    int n = 31;
    int x = 1 << n; //~ UB shift-value
    return x == 0;
}
