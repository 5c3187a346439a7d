// expect: exit 0
int main(void) {
    int a[2] = { 64, 3 };
    int r = a[0] >> (a[1] - 3);
    return r != 64;
}
