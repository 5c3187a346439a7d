// C17 6.5.6p9: two members of one structure are not elements of one array.
struct point { int x, y, z; };
int main(void) {
    struct point p = { 1, 2, 3 };
    return (int)(&p.z - &p.x) != 2; //~ UB pointer-subtraction
}
