// C17 6.5.2.3p5: a member of an atomic structure is accessed.
struct pair { int a, b; };
int main(void) {
    _Atomic struct pair p;
    struct pair first = { 1, 0 };
    p = first;
    return p.b; //~ UB atomic-member
}
