// C17 6.5.6p8: the member has four elements, whatever comes after it in the structure.
struct s { int a[4]; int b; };
int main(void) {
    struct s s = { { 1, 2, 3, 4 }, 5 };
    int i = 4;
    return s.a[i] - 5; //~ UB out-of-bounds-access
}
