// expect: exit 0
struct pair { int a, b; };
static struct pair make(int a) {
    struct pair p;
    p.a = a;
    return p;
}
int main(void) {
    struct pair p = make(3);
    return p.a != 3;
}
