// C17 6.2.4p6: the jump skips the initialiser.
static int f(int skip) {
    if (skip)
        goto past;
    int x = 5;
past:
    return x; //~ UB uninitialized-read
}
int main(void) {
    return f(1) != 5;
}
