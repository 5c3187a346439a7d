// expect: exit 0
int main(void) {
    int x = 1;
    int *restrict p = &x;
    int r;
    {
        int *restrict q = p;
        r = *q - 1;
    }
    return r;
}
