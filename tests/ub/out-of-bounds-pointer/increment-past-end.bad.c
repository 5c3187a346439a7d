// C17 6.5.6p8: the pointer is incremented from one past the end.
int main(void) {
    int a[2] = { 1, 2 };
    int *p = a;
    for (int i = 0; i < 3; i++)
        p++; //~ UB out-of-bounds-pointer
    return p == a;
}
