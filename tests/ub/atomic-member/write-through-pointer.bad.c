// C17 6.5.2.3p5: nor through a pointer.
struct pair { int a, b; };
static void set(_Atomic struct pair *p) {
    p->a = 3; //~ UB atomic-member
}
int main(void) {
    _Atomic struct pair p;
    struct pair first = { 1, 0 };
    p = first;
    set(&p);
    return 0;
}
