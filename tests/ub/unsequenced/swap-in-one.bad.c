// C17 6.5p2: the xor swap in one expression modifies a twice.
int main(void) {
    int a = 1, b = 2;
    a ^= b ^= a ^= b; //~ UB unsequenced
    return a != 2;
}
