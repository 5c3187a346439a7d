// expect: exit 0
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, *p = a;
    int r = *p++, s = *p;
    r += s;
    return r != 3;
}
