// expect: exit 0
static int f(int n) {
    int *p = (int *)&n;
    --*p;
    return n;
}
int main(void) {
    return f(3) != 2;
}
