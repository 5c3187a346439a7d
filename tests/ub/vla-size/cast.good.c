// expect: exit 0
int main(void) {
    int a[4] = {0}, n = 4;
    return ((int (*)[n])a != 0) - 1;
}
