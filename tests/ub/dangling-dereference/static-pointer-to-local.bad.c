// C17 6.2.4p2: a second call uses the first call's local.
static int visit(int n) {
    static int *previous;
    int here = n;
    int r = n > 4 ? *previous : 0; //~ UB dangling-dereference
    previous = &here;
    return r;
}
int main(void) {
    visit(4);
    return visit(5) - 4;
}
