// expect: exit 0
int main(void) {
    int big = 2147483647;
    int r = big + (1 - 1);
    return r != 2147483647;
}
