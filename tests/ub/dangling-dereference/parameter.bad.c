// C17 6.2.4p2: a parameter's lifetime ended with its function.
static int *keep;
static void remember(int *p, int value) {
    keep = &value;
}
int main(void) {
    int x = 0;
    remember(&x, 9);
    return *keep - 9; //~ UB dangling-dereference
}
