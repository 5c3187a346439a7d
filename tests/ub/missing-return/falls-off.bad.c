// C17 6.9.1p12: the value of a call that reached the closing brace is used.
static int sign(int x) {
    if (x > 0)
        return 1;
    if (x < 0)
        return -1;
}
int main(void) {
    return sign(0); //~ UB missing-return
}
