// C17 6.7.3p6: the volatile structure is copied through a plain lvalue.
struct point { int x, y; };
int main(void) {
    volatile struct point v = { 1, 2 };
    struct point *p = (struct point *)&v;
    struct point copy = *p; //~ UB volatile-access
    return copy.x - 1;
}
