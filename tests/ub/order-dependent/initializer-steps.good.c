// expect: exit 0
int main(void) {
    int i = 0, j = 1, k = 2;
    int v[3] = { i++, j++, k++ };
    return v[0] + 2 * v[1] + 3 * v[2] != 8;
}
