// C17 6.2.4p8: the value of an assignment is not the object that was assigned to.
struct box { int a[2]; };
int main(void) {
    struct box x = { { 1, 2 } }, y;
    (y = x).a[1] = 7; //~ UB temporary-write
    return y.a[1] - 2;
}
