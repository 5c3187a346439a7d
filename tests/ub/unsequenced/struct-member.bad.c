// C17 6.5p2: the same member is modified twice.
struct counter { int n, m; };
int main(void) {
    struct counter c = { 1, 1 };
    struct counter *p = &c;
    c.n = p->n++ + 1; //~ UB unsequenced
    return c.n != 2;
}
