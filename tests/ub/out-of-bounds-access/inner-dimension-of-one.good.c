// expect: exit 0
int main(void) {
    int a[4][1] = { { 1 }, { 2 }, { 3 }, { 4 } };
    int j = 1;
    return a[j][0] - 2;
}
