// C17 6.5p2: i and j are equal, so one element is modified twice.
static int bump(int *a, int i, int j) {
    return a[i]++ + a[j]++; //~ UB unsequenced
}
int main(void) {
    int a[2] = { 3, 4 };
    return bump(a, 1, 1) == 0;
}
