// C17 6.5p2: i is incremented on both sides of the assignment.
int main(void) {
    int a[3] = { 1, 2, 3 }, b[3] = { 0 }, i = 0, j = 0;
    b[i++] = a[i++]; //~ UB unsequenced
    return b[0] != 1;
}
