// expect: exit 0
struct s { unsigned d : 3; };
int main(void) {
    struct s s;
    s.d = 9;
    return 5 / s.d != 5;
}
