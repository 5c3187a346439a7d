// expect: exit 0
struct config { int width, depth; };
static int area(struct config c) {
    return c.width * c.depth;
}
int main(void) {
    struct config c;
    c.width = 2;
    c.depth = 3;
    return area(c) != 6;
}
