// expect: exit 0
struct flags { signed int level : 3; int rest : 5; };
static int scaled(const struct flags *f) {
    return f->level << 2;
}
int main(void) {
    struct flags f = { 3, -1 };
    return scaled(&f) != 12;
}
