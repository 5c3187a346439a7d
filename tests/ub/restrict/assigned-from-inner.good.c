// expect: exit 0
int main(void) {
    int x[2] = { 0, 1 };
    int *restrict outer = x;
    {
        int *inner = outer;
        outer = inner + 1;
    }
    return *outer - 1;
}
