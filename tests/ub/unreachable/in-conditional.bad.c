// C17 4p2: the operand of ?: is evaluated.
static int check(int ok) {
    return ok ? 0 : (__builtin_unreachable(), 1); //~ UB unreachable
}
int main(void) {
    return check(0);
}
