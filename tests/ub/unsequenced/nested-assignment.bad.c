// C17 6.5p2: both assignments modify x, unsequenced with each other.
int main(void) {
    int x = 0, y = 0;
    x = (x = 1) + 2; //~ UB unsequenced
    return x != 3;
}
