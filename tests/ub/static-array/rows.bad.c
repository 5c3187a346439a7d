// C17 6.7.6.3p7: the parameter wants two rows of three.
static int corner(int m[static 2][3]) { return m[0][0]; }
int main(void) {
    int one[1][3] = { { 0 } };
    return corner(one); //~ UB static-array
}
