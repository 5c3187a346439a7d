// expect: exit 0
int main(void) {
    int i = 1, j = 1;
    int r = (i++ ? 1 : 2) + j;
    return r != 2;
}
