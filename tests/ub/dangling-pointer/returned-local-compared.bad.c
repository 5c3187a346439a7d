// C17 6.2.4p2: the object that the function's result points to has ended.
static int *make(void) {
    int x = 5, *p = &x;
    return p;
}
int main(void) {
    if (make() == 0) //~ UB dangling-pointer
        return 0;
    return 0;
}
