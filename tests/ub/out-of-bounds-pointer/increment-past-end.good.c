// expect: exit 0
int main(void) {
    int a[2] = { 1, 2 };
    int *p = a;
    for (int i = 0; i < 2; i++)
        p++;
    return p == a;
}
