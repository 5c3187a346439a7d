// expect: exit 0
int main(void) {
    unsigned n = 3;
    int r = 1 << (4 - n);
    return r != 2;
}
