// expect: exit 0
static int f(int n) {
    int v[n];
    return sizeof v == n * sizeof(int);
}
int main(void) {
    return !f(1);
}
