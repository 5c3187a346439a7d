// C17 6.5.6p8: a[0] has only one element, although a[1] follows. A row is no flexible member.
int main(void) {
    int a[4][1] = { { 1 }, { 2 }, { 3 }, { 4 } };
    int j = 1;
    return a[0][j] - 2; //~ UB out-of-bounds-access
}
