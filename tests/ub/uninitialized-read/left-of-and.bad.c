// C17 6.3.2.1p2: the left operand of && has no value.
int main(void) {
    _Bool ready;
    int n = 0;
    if (ready && n) //~ UB uninitialized-read
        return 1;
    return 0;
}
