// C17 6.5.8p5: the pointers lead to different objects.
int main(void) {
    int a = 1, b = 2;
    int *p = &a, *q = &b;
    b = p < q; //~ UB pointer-comparison
    return b > 1;
}
