// expect: exit 0
int main(void) {
    double x = 1.5;
    double *p = &x;
    double *q = p + 1;
    return q == p;
}
