// expect: exit 0
struct pair { int a, b; };
static int second(const volatile struct pair *p) {
    return p->b;
}
int main(void) {
    volatile struct pair v = { 1, 0 };
    struct pair plain = { 2, 0 };
    return second(&v) + second(&plain);
}
