// expect: exit 0
int ratio_at_least(int a, int b, int r) {
    return b != 0 && a / b >= r;
}
int main(void) {
    return ratio_at_least(4, 0, 1);
}
