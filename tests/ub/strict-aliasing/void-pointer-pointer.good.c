// expect: exit 0
int main(void) {
    int x = 1, *p = 0;
    void *v = &x;
    p = v;
    return *p != 1;
}
