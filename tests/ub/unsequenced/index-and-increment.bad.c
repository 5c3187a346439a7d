// C17 6.5p2: i is read for the index, unsequenced with i++.
int main(void) {
    int a[3] = { 5, 5, 5 }, i = 1;
    a[i] = i++; //~ UB unsequenced
    return a[1] != 1;
}
