// expect: exit 0
struct a { int x; };
struct b { int x; };
static int get(struct a a) { return a.x; }
int main(void) {
    struct a a = { 0 };
    struct b b = { 0 };
    int (*f)(struct a) = get;
    return f(a) + b.x;
}
