// C17 6.5.7p3: a count read from a bit-field.
struct s { unsigned n : 6; };
int main(void) {
    struct s s = { 33 };
    int r = 8191 >> s.n; //~ UB shift-count
    return r;
}
