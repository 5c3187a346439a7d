// expect: exit 0
int main(void) {
    int x = 1;
    int *p = (int *)&x;
    *p = 2;
    return x - 2;
}
