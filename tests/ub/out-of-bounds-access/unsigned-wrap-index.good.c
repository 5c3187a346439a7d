// expect: exit 0
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    unsigned n = 0;
    return a[n + 1] == 9;
}
