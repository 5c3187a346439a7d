// C17 7.1.4p1: GCC documents __builtin_ctzll(0) as undefined.
int main(void) {
    unsigned long long x = 0;
    return __builtin_ctzll(x) != 40; //~ UB library-argument
}
