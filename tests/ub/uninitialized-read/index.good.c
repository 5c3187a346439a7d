// expect: exit 0
int main(void) {
    int a[4] = { 0, 0, 0, 0 };
    unsigned i = 3;
    return a[i % 4];
}
