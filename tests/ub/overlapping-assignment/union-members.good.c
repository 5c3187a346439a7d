// expect: exit 0
struct a { int x[4]; };
union u {
    struct { struct a first; int pad; } l;
    struct { int pad; struct a second; } r;
};
int main(void) {
    union u u = { { { { 1, 2, 3, 4 } }, 5 } };
    struct a copy = u.r.second;
    u.l.first = copy;
    return u.l.first.x[3] != 5;
}
