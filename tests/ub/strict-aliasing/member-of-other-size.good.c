// expect: exit 0
struct s { int n; char c; };
int main(void) {
    struct s s = { 1, 2 };
    *(int *)&s = 0;
    return s.n;
}
