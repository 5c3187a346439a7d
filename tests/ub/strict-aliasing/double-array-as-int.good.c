// expect: exit 0
static int sum(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
int main(void) {
    int v[2] = { 0, 0 };
    return sum((const int *)v, 2);
}
