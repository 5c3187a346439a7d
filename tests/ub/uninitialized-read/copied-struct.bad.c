// C17 6.7.9p10: copying the structure is fine, reading the member that has no value is not.
struct pair { int a, b; };
static struct pair make(int a) {
    struct pair p;
    p.a = a;
    return p;
}
int main(void) {
    struct pair p = make(3);
    return p.b == 3; //~ UB uninitialized-read
}
