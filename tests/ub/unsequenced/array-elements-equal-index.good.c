// expect: exit 0
static int bump(int *a, int i, int j) {
    return a[i]++ + a[j]++;
}
int main(void) {
    int a[2] = { 3, 4 };
    return bump(a, 0, 1) != 7;
}
