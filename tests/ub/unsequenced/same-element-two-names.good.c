// expect: exit 0
int main(void) {
    int a[2] = { 1, 2 }, *p = a;
    a[1] = (*p)++;
    return a[1] != 1;
}
