// expect: exit 0
struct counter { int n, m; };
int main(void) {
    struct counter c = { 1, 1 };
    struct counter *p = &c;
    c.n = p->m++ + 1;
    return c.n != 2;
}
