// expect: exit 0
struct pair { int a, b; };
static struct pair make(int ok) {
    struct pair p = { 1, 2 };
    if (ok)
        return p;
}
int main(void) {
    struct pair p = make(1);
    return p.b != 2;
}
