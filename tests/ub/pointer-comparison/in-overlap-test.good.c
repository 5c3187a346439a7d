// expect: exit 0
static int inside(const int *p, const int *v, int n) {
    return p >= v && p < v + n;
}
int main(void) {
    int v[4] = { 0 }, x = 0;
    return inside(v + x, v, 4) != 1;
}
