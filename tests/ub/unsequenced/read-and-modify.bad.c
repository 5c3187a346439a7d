// C17 6.5p2: the read of x on the left is unsequenced with x++ on the right.
int main(void) {
    int x = 3;
    int r = x * 2 + x++; //~ UB unsequenced
    return r != 9;
}
