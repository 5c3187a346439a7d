// C17 6.5.16.1p3: the members overlap exactly but their types are not compatible.
union number { int i; float f; };
int main(void) {
    union number n;
    n.i = 3;
    n.f = n.i; //~ UB overlapping-assignment
    return n.f != 3;
}
