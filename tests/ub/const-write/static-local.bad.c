// C17 6.7.3p6: the const object is a static local.
static int *slot(void) {
    static const int value = 4;
    return (int *)&value;
}
int main(void) {
    *slot() += 1; //~ UB const-write
    return *slot() != 5;
}
