// expect: exit 0
static void step(int *p, int *q) {
    *p = (*q)++;
}
int main(void) {
    int x = 1, y = 5;
    step(&x, &y);
    return x != 5;
}
