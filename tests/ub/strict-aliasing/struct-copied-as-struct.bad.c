// C17 6.5p7: a whole structure is read as another structure type.
struct a { int x, y; };
struct b { int x, y; };
int main(void) {
    struct a a = { 1, 2 };
    struct b b = *(struct b *)&a; //~ UB strict-aliasing
    return b.y != 2;
}
