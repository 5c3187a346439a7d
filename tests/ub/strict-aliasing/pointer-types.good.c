// expect: exit 0
int main(void) {
    int x = 3;
    int *p = &x;
    int **q = (int **)&p;
    return *q == 0;
}
