// C17 6.5p7: two structures with the same members are different types.
struct a { int x, y; };
struct b { int x, y; };
static int second(struct b *b) { return b->y; } //~ UB strict-aliasing
int main(void) {
    struct a a = { 1, 2 };
    return second((struct b *)&a) != 2;
}
