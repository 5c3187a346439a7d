// C17 6.5.7p4: the bit-field holds -1.
struct flags { signed int level : 3; int rest : 5; };
static int scaled(const struct flags *f) {
    return f->level << 2; //~ UB shift-value
}
int main(void) {
    struct flags f = { -1, 0 };
    return scaled(&f) != 12;
}
