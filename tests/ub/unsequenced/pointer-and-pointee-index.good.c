// expect: exit 0
int main(void) {
    int a[3] = { 1, 2, 3 }, b[3] = { 0 }, i = 0, j = 0;
    b[i++] = a[j++];
    return b[0] != 1;
}
