// C17 6.5.7p3: the count equals the width of int.
int main(void) {
    int n = 32;
    unsigned x = 1u << n; //~ UB shift-count
    return x != 0x80000000u;
}
