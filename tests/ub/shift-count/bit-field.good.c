// expect: exit 0
struct s { unsigned n : 6; };
int main(void) {
    struct s s = { 13 };
    int r = 8191 >> s.n;
    return r;
}
