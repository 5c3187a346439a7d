// C17 6.7.9p10: the callee reads the member that the caller never set.
struct config { int width, depth; };
static int area(struct config c) {
    return c.width * c.depth; //~ UB uninitialized-read
}
int main(void) {
    struct config c;
    c.width = 2;
    return area(c) != 6;
}
