// C17 6.5p2: n is decremented and read between sequence points.
int main(void) {
    int n = 3, rounds = 0;
    while (n-- > n - 5 && rounds < 2) //~ UB unsequenced
        rounds++;
    return rounds != 2;
}
