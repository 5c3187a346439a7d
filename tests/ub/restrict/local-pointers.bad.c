// C17 6.7.3.1p4: two restrict pointers of the same block lead to one object.
int main(void) {
    int x = 0, y = 0;
    {
        int *restrict p = &x;
        int *restrict q = &x;
        *p = 1;
        *q = 2; //~ UB restrict
    }
    return x == 0;
}
