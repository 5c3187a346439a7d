// C17 6.5p5: low + high is computed before it is halved.
static int middle(int low, int high) {
    return (low + high) / 2; //~ UB signed-overflow
}
int main(void) {
    return middle(2000000000, 2100000000) != 2050000000;
}
