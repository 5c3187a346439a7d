// expect: exit 0
static int *make(void) {
    static int x = 5;
    int *p = &x;
    return p;
}
int main(void) {
    if (make() == 0)
        return 1;
    return 0;
}
