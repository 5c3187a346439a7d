// expect: exit 0
struct s { int big : 32; unsigned small : 3; };
int main(void) {
    struct s s = { 2147483647, 5 };
    int r = s.big - (int)s.small;
    return r != 2147483642;
}
