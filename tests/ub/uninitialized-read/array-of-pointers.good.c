// expect: exit 0
int main(void) {
    int x = 4, *p[2];
    p[0] = &x;
    p[1] = &x;
    return *p[1] - 4;
}
