// expect: exit 0
static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
    return 0;
}
int main(void) {
    return sign(0);
}
