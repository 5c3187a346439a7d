// expect: exit 0
int main(void) {
    int i = 4;
    int a[2] = { i + i, 0 };
    return a[0] != 8;
}
