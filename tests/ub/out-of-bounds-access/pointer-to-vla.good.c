// expect: exit 0
static void set(int n, int (*row)[n], int i) {
    (*row)[i] = 1;
}
int main(void) {
    int a[20];
    set(3, (int (*)[3])&a, 2);
    return 0;
}
