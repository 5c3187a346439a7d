// expect: exit 0
int shift(int x, int by) {
    return x << by;
}
int main(void) {
    return shift(4, 0) != 4;
}
