// expect: exit 0
struct pair { int a, b; };
static void set(_Atomic struct pair *p) {
    struct pair copy = { 3, 0 };
    *p = copy;
}
int main(void) {
    _Atomic struct pair p;
    struct pair first = { 1, 0 };
    p = first;
    set(&p);
    return 0;
}
