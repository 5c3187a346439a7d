// expect: exit 0
int main(void) {
    int x = 0, y = 0;
    {
        int *restrict p = &x;
        int *restrict q = &y;
        *p = 1;
        *q = 2;
    }
    return x == 0;
}
