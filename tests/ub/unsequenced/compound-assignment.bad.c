// C17 6.5p2: i += i++ modifies i twice.
int main(void) {
    int i = 2, j = 2;
    i += i++; //~ UB unsequenced
    return i != 4;
}
