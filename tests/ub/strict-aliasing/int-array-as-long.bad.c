// C17 6.5p7: two ints are written through a long lvalue.
int main(void) {
    _Alignas(long) int a[2] = { 1, 2 };
    *(long *)a = 0; //~ UB strict-aliasing
    return a[0];
}
