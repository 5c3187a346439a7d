// C17 6.5.6p8: `*row` has three elements, though the array around it goes on.
static void set(int n, int (*row)[n], int i) {
    (*row)[i] = 1; //~ UB out-of-bounds-access
}
int main(void) {
    int a[20];
    set(3, (int (*)[3])&a, 3);
    return 0;
}
