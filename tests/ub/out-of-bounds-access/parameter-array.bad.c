// C17 6.7.6.3p7: the parameter's declared size means nothing: the argument has two elements.
static int third(int v[3]) { return v[2]; } //~ UB out-of-bounds-access
int main(void) {
    int v[2] = { 1, 2 };
    return third(v);
}
