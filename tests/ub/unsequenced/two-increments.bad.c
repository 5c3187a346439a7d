// C17 6.5p2: i++ + i++ has two unsequenced side effects on i.
int main(void) {
    int i = 1, j = 1;
    int r = i++ + i++; //~ UB unsequenced
    return r != 2;
}
