// expect: exit 0
int main(void) {
    int x = 5;
    int *p = &x;
    return p[0] - 5;
}
