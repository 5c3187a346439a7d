// expect: exit 0
int main(void) {
    int x = 1, *p = &x, **pp = &p;
    **pp = 3;
    return x != 3;
}
