// expect: exit 0
static int g = 1;
static int change(void) {
    g = 10;
    return 2;
}
int main(void) {
    int r = change();
    r = g + r;
    return r != 12;
}
