// expect: exit 0
struct s { int a, b; };
int main(void) {
    struct s x = { 1, 2 }, y = { 3, 4 };
    int r = &x.a >= &x.b;
    return r ? y.a - 3 : x.a - 1;
}
