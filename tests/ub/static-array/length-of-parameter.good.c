// expect: exit 0
static int first(int n, const int a[static n]) { return a[0] + n; }
int main(void) {
    int v[3] = { -3, 0 };
    return first(3, v);
}
