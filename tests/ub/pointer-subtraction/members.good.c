// expect: exit 0
struct point { int c[3]; };
int main(void) {
    struct point p = { { 1, 2, 3 } };
    return (int)(&p.c[2] - &p.c[0]) != 2;
}
