// C17 6.5.6p8: the member has one element; what follows is the next struct.
struct s { int n; int a[1]; };
struct s all[2] = { { 1, { 2 } }, { 3, { 4 } } };
int main(void) {
    int j = 1;
    return all[0].a[j] - 3; //~ UB out-of-bounds-access
}
