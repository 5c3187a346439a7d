// C17 6.9.1p12: the structure that was not returned is used.
struct pair { int a, b; };
static struct pair make(int ok) {
    struct pair p = { 1, 2 };
    if (ok)
        return p;
}
int main(void) {
    struct pair p = make(0); //~ UB missing-return
    return p.b != 2;
}
