// expect: exit 0
int main(void) {
    int a[3] = { 5, 5, 5 }, i = 1;
    a[i] = i, i++;
    return a[1] != 1;
}
