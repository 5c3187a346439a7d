// expect: exit 0
struct pair { int a, b; };
static void set(_Atomic struct pair *p) {
    struct pair copy = { 3, 0 };
    *p = copy;
}
int main(void) {
    _Atomic struct pair p = { 1, 0 };
    set(&p);
    return 0;
}
