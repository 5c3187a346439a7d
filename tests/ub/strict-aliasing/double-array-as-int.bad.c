// C17 6.5p7: the elements are doubles.
static int sum(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i]; //~ UB strict-aliasing
    return s;
}
int main(void) {
    double v[2] = { 0.0, 0.0 };
    return sum((const int *)v, 2);
}
