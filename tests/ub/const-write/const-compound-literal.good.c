// expect: exit 0
int main(void) {
    const int *p = (int[]){ 1, 2 };
    ((int *)p)[1] = 5;
    return p[1] != 5;
}
