// C17 6.5p5: left-to-right grouping overflows in the first sum.
int main(void) {
    int big = 2147483647;
    int r = big + 1 - 1; //~ UB signed-overflow
    return r != 2147483647;
}
