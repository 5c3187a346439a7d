// expect: exit 0
struct pair {
    int a, b;
};

// A struct has no trap representations, and may be copied without all its members.
static struct pair copy(struct pair x) { return x; }

int main(void) {
    struct pair x;
    x.a = 0;
    struct pair y = copy(x);
    // One whose address is taken may have no value at all.
    struct pair z, *p = &z;
    y.b = p != &x;
    y = *p;
    y.a = 0;
    return y.a;
}
