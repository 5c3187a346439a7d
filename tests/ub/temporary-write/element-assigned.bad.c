// C17 6.2.4p8: the array is part of the function's value, an object with temporary lifetime.
struct box { int a[3]; };
static struct box make(void) {
    struct box b = { { 1, 2, 3 } };
    return b;
}
int main(void) {
    make().a[0] = 5; //~ UB temporary-write
    return 0;
}
