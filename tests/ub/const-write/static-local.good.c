// expect: exit 0
static int *slot(void) {
    static int value = 4;
    return (int *)&value;
}
int main(void) {
    *slot() += 1;
    return *slot() != 5;
}
