// expect: exit 0
static int identity(int x) { return x; }
int main(void) {
    int a[2] = { 0, 0 };
    int big = 2147483647;
    return identity(a[(big - 1) & 1]);
}
