// C17 6.2.4p2: a pointer to an object of a block that was left is passed to a function.
static int is_null(int *p) { return p == 0; }
int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
    }
    return is_null(p); //~ UB dangling-pointer
}
