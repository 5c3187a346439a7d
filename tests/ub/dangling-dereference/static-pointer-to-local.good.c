// expect: exit 0
static int visit(int n) {
    static int *previous;
    static int here;
    int r = n > 4 ? *previous : 0;
    here = n;
    previous = &here;
    return r;
}
int main(void) {
    visit(4);
    return visit(5) - 4;
}
