// expect: exit 0
struct pair { int a, b; };
int main(void) {
    _Atomic struct pair p = { 1, 0 };
    struct pair copy = p;
    return copy.b;
}
