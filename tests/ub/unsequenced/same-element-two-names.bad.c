// C17 6.5p2: the element is assigned and incremented.
int main(void) {
    int a[2] = { 1, 2 }, *p = a;
    a[0] = (*p)++; //~ UB unsequenced
    return a[1] != 1;
}
