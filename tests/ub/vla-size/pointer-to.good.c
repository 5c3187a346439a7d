// expect: exit 0
int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    int n = 2;
    int (*p)[n] = (int (*)[n])a;
    return (*p)[0] != 1;
}
