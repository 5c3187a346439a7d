// C17 6.7.3.1p11: the outer pointer gets the inner one's value before its block ends.
int main(void) {
    int x[2] = { 0, 1 };
    int *restrict outer = x;
    {
        int *restrict inner = outer;
        outer = inner + 1; //~ UB restrict
    }
    return *outer - 1;
}
