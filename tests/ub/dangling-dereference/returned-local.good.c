// expect: exit 0
static int *counter(int start) {
    static int n;
    n = start;
    return &n;
}
int main(void) {
    int *p = counter(3);
    return *p - 3;
}
