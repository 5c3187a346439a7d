// C17 6.5.6p8: the element one past the end is read.
int main(void) {
    int a[3] = { 1, 2, 3 };
    int i = 3;
    return a[i]; //~ UB out-of-bounds-access
}
