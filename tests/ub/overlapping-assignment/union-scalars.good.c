// expect: exit 0
union number { int i; float f; };
int main(void) {
    union number n;
    n.i = 3;
    int i = n.i;
    n.f = i;
    return n.f != 3;
}
