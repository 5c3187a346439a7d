// C17 6.5.6p9: the pointers lead to different objects.
int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    b = p - q; //~ UB pointer-subtraction
    return b == 77;
}
