// C17 6.5.8p5: the test whether a pointer lies in an array is undefined if it does not.
static int inside(const int *p, const int *v, int n) {
    return p >= v && p < v + n; //~ UB pointer-comparison
}
int main(void) {
    int v[4] = { 0 }, x = 0;
    return inside(&x, v, 4);
}
