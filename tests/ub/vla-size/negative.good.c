// expect: exit 0
static int f(int n) {
    char v[n - 5];
    v[0] = 3;
    return v[0];
}
int main(void) {
    return f(6) != 3;
}
