// C17 6.5.16.1p3: the two members of the union overlap, but not exactly.
struct a { int x[4]; };
union u {
    struct { struct a first; int pad; } l;
    struct { int pad; struct a second; } r;
};
int main(void) {
    union u u = { { { { 1, 2, 3, 4 } }, 5 } };
    u.l.first = u.r.second; //~ UB overlapping-assignment
    return u.l.first.x[3] != 5;
}
