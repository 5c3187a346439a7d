// expect: exit 0
static int f(int n) {
    int v[n];
    v[0] = 1;
    return v[n - n];
}
int main(void) {
    return f(3) != 1;
}
