// C17 6.3.2.1p2: the selected operand has no value.
int main(void) {
    int x, y = 0;
    return y ? y : x; //~ UB uninitialized-read
}
