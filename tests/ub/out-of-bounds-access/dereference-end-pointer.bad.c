// C17 6.5.6p8: a pointer one past the end may not be dereferenced.
int main(void) {
    int a[3] = { 1, 2, 3 };
    int *end = a + 3;
    return *end; //~ UB out-of-bounds-access
}
