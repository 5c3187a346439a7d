// C17 6.7.3p6: a member of a volatile object is volatile.
struct pair { int a, b; };
static int second(const struct pair *p) {
    return p->b; //~ UB volatile-access
}
int main(void) {
    volatile struct pair v = { 1, 0 };
    return second((const struct pair *)&v);
}
