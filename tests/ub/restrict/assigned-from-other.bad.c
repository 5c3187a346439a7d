// C17 6.7.3.1p4, p11: both pointers belong to one block.
int main(void) {
    int x = 1;
    int *restrict p = &x;
    int *restrict q = 0;
    q = p; //~ UB restrict
    return *q - 1;
}
