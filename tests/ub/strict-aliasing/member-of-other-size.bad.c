// C17 6.5p7: an int member is written through a short lvalue.
struct s { int n; char c; };
int main(void) {
    struct s s = { 1, 2 };
    *(short *)&s = 0; //~ UB strict-aliasing
    return s.n;
}
