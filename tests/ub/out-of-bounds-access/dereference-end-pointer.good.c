// expect: exit 0
int main(void) {
    int a[3] = { 1, 2, 3 };
    int *end = a + 3;
    return *(end - 1) - 3;
}
