// C17 6.5p5: the 32-bit field holds INT_MIN.
struct s { int f : 32; int g : 31; };
int main(void) {
    struct s s = { -2147483647 - 1, 0 };
    int r = -s.f; //~ UB signed-overflow
    return r != 2147483647;
}
