// C17 6.5.3.2p4: p->y with p null.
struct point { int x, y; };
int main(void) {
    struct point origin = { 0, 0 };
    struct point *p = 0;
    return p->y; //~ UB null-dereference
}
