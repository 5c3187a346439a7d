// C17 6.5.2.2p9: the types of the structure parameters differ.
struct a { int x; };
struct b { int x; };
static int get(struct a a) { return a.x; }
int main(void) {
    struct a a = { 0 };
    struct b b = { 0 };
    int (*f)(struct b) = (int (*)(struct b))get;
    return f(b) + a.x; //~ UB wrong-call
}
