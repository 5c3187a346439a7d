// C17 6.5p2: p and q point to the same object.
static void step(int *p, int *q) {
    *p = (*q)++; //~ UB unsequenced
}
int main(void) {
    int x = 1, y = 5;
    step(&x, &x);
    return x != 5;
}
