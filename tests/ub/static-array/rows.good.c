// expect: exit 0
static int corner(int m[static 2][3]) { return m[0][0]; }
int main(void) {
    int two[2][3] = { { 0 } };
    return corner(two);
}
