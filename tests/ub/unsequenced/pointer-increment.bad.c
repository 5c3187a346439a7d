// C17 6.5p2: p is read and incremented without a sequence point.
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, *p = a;
    int r = *p++ + *p; //~ UB unsequenced
    return r != 3;
}
