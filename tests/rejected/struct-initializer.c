// C17 6.7.9p13: a structure is initialised by one of another type.
struct a { int x; };
struct b { int x; };
int main(void) {
    struct a a = { 1 };
    struct b b = a;
    return b.x;
}
