// expect: exit 0
struct s { int f : 32; int g : 31; };
int main(void) {
    struct s s = { -2147483647, 0 };
    int r = -s.f;
    return r != 2147483647;
}
