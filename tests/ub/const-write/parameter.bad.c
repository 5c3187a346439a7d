// C17 6.7.3p6: the parameter is declared const.
static int f(const int n) {
    int *p = (int *)&n;
    --*p; //~ UB const-write
    return n;
}
int main(void) {
    return f(3) != 2;
}
