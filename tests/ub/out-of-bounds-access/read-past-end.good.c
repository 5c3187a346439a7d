// expect: exit 0
int main(void) {
    int a[3] = { 1, 2, 3 };
    int i = 3;
    return a[i - 1] - 3;
}
