// expect: exit 0
struct pair { int a, b; };
int main(void) {
    _Atomic struct pair p;
    struct pair first = { 1, 0 };
    p = first;
    struct pair copy = p;
    return copy.b;
}
