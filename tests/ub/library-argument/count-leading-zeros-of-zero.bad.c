// C17 7.1.4p1: GCC documents __builtin_clz(0) as undefined.
static int log2_of(unsigned x) {
    return 31 - __builtin_clz(x); //~ UB library-argument
}
int main(void) {
    return log2_of(0) == 5;
}
