// expect: exit 0
static int sum(int a[static 4]) { return a[0] + a[1]; }
int main(void) {
    int four[4] = { 1, -1, 0, 0 };
    return sum(four);
}
