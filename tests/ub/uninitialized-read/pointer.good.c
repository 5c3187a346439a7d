// expect: exit 0
int main(void) {
    int x = 1;
    int *p = &x;
    *p = 3;
    return x != 3;
}
