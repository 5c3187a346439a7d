// expect: exit 0
static int *keep;
static void remember(int *p, int value) {
    keep = p;
    *p = value;
}
int main(void) {
    int x = 0;
    remember(&x, 9);
    return *keep - 9;
}
