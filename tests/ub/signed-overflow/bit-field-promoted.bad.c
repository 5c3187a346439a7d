// C17 6.5p5: a bit-field is promoted to int, in which the sum does not fit.
struct s { int big : 32; unsigned small : 3; };
int main(void) {
    struct s s = { 2147483647, 5 };
    int r = s.big + (int)s.small; //~ UB signed-overflow
    return r != 2147483642;
}
