// expect: exit 0
struct a { int x, y; };
struct b { int x, y; };
static int second(struct b *b) { return b->y; }
int main(void) {
    struct a a = { 1, 2 };
    struct b b = { a.x, a.y };
    return second(&b) != 2;
}
