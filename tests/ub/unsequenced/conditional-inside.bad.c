// C17 6.5p2: the sequence point of ?: does not order the other operand of +.
int main(void) {
    int i = 1, j = 1;
    int r = (i++ ? 1 : 2) + i; //~ UB unsequenced
    return r != 2;
}
