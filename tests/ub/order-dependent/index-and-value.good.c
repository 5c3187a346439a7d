// expect: exit 0
static int count;
static int slot(void) { return count++; }
int main(void) {
    int a[3] = { 9, 9, 9 };
    int i = slot();
    a[i] = slot();
    return a[0] != 1;
}
