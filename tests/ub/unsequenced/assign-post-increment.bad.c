// C17 6.5p2: i = i++ has two unsequenced side effects on i.
int main(void) {
    int i = 1;
    i = i++; //~ UB unsequenced
    return i != 2;
}
