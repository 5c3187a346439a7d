// C17 6.5p2: the side effect of ++i is unsequenced with the assignment.
int main(void) {
    int i = 1;
    i = ++i + 1; //~ UB unsequenced
    return i != 3;
}
