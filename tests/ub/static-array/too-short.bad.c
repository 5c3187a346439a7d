// C17 6.7.6.3p7: the parameter wants four elements.
static int sum(int a[static 4]) { return a[0] + a[1]; }
int main(void) {
    int three[3] = { 1, -1, 0 };
    return sum(three); //~ UB static-array
}
