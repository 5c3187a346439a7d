// expect: exit 0
int main(void) {
    _Alignas(long) int a[2] = { 1, 2 };
    *(unsigned *)a = 0;
    return a[0];
}
