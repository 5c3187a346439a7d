// C17 6.5.16p3: the operands of an assignment are unsequenced.
static int count;
static int slot(void) { return count++; }
int main(void) {
    int a[3] = { 9, 9, 9 };
    a[slot()] = slot(); //~ UB order-dependent
    return a[0] != 1;
}
