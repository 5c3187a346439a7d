// C17 6.5.8p5: members of two different structure objects.
struct s { int a, b; };
int main(void) {
    struct s x = { 1, 2 }, y = { 3, 4 };
    int r = &x.a >= &y.b; //~ UB pointer-comparison
    return r ? y.a - 3 : x.a - 1;
}
