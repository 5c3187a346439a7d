// C17 6.5.7p3: the count is negative.
int shift(int x, int by) {
    return x << by; //~ UB shift-count
}
int main(void) {
    return shift(4, -1) != 2;
}
